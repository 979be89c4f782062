import { afterAll, vi } from 'vitest';

/** For what hangs. Unlike `expect.poll`, `vi.waitFor` and `vi.waitUntil` have no setting: a second is their limit. */
const LIMIT_MS = 15_000;

const { waitFor, waitUntil } = vi;
const limited = { timeout: LIMIT_MS };
const toOptions = (options: number | object = {}) =>
  typeof options === 'number' ? { timeout: options } : { ...limited, ...options };

vi.waitFor = (callback, options) => waitFor(callback, toOptions(options));
vi.waitUntil = (callback, options) => waitUntil(callback, toOptions(options));

// Files share a process, and `unstubGlobals` acts before each test: the next file would be loaded with what the last test of
// this one has replaced.
afterAll(() => {
  vi.unstubAllGlobals();
});
