import { afterAll, expect, test, vi } from 'vitest';
import { createDeviceIdentity } from './index.ts';
import { loadFingerprint } from './load-fingerprint.ts';

const library = vi.hoisted(() => {
  vi.resetModules();
  const log: string[] = [];
  const source = (name: string) => (options: unknown) => {
    log.push(`${name} ${JSON.stringify(options)}`);
    // What is queued now runs before the next source only if that runs in a later task.
    setImmediate(() => log.push(`after ${name}`));
    return name;
  };
  const sources: Record<string, (options: unknown) => unknown> = {
    fonts: source('fonts'),
    fontPreferences: source('fontPreferences'),
    canvas: source('canvas'),
  };
  const load = vi.fn(async (_options: unknown) => ({
    async get() {
      const names = Object.keys(sources);
      const values = await Promise.all(names.map((name) => sources[name]?.({ cache: 1 })));
      return {
        visitorId: values.join('-'),
        confidence: { score: 0.6 },
        components: Object.fromEntries(names.map((name) => [name, {}])),
      };
    },
  }));
  return { log, sources, load };
});

vi.mock('@fingerprintjs/fingerprintjs', () => ({ load: library.load, sources: library.sources }));
afterAll(() => void vi.resetModules());

const FINGERPRINT = { visitorId: 'fonts-canvas', confidence: 0.6, components: 2 };

test('the library runs without its monitoring and the source that writes into a frame, each other source in a task of its own', async () => {
  expect(await loadFingerprint()).toEqual(FINGERPRINT);
  expect(library.load).toHaveBeenLastCalledWith({ monitoring: false });
  expect(await loadFingerprint()).toEqual(FINGERPRINT);
  await new Promise(setImmediate);
  const once = ['fonts {"cache":1}', 'after fonts', 'canvas {"cache":1}', 'after canvas'];
  expect(library.log).toEqual([...once, ...once]);
});

test('the identity uses the library, the page’s randomness and its console unless it is given others', async () => {
  // Another file of this process may have set one, in which the second identity finds the identifier of the first.
  vi.stubGlobal('indexedDB', undefined);
  vi.stubGlobal('localStorage', undefined);
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(await createDeviceIdentity().getDeviceId()).toMatch(/^fonts-canvas\.[0-9a-f]{24}$/);
  expect(error).not.toHaveBeenCalled();
  library.load.mockRejectedValueOnce(new Error('blocked'));
  const first = await createDeviceIdentity().getDeviceId();
  expect(first).toMatch(/^[0-9a-f]{16}\./);
  expect(error).toHaveBeenCalledWith('Failed to generate fingerprint', new Error('blocked'));
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
