import { afterEach, expect, test, vi } from 'vitest';
import type { DeviceWork } from './device-work.ts';
import { createWorkLoader } from './load-work.ts';

const WORK = {} as DeviceWork;

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the code loads after the paint, once for all callers', async () => {
  const painted = Promise.withResolvers<void>();
  const load = vi.fn(async () => WORK);
  const work = createWorkLoader({ load, whenPainted: () => painted.promise });
  const both = Promise.all([work(), work()]);
  expect(load).not.toHaveBeenCalled();
  painted.resolve();
  expect(await both).toEqual([WORK, WORK]);
  expect(load).toHaveBeenCalledOnce();
});

test('a load that fails is repeated every two seconds, and callers wait for it', async () => {
  vi.useFakeTimers();
  const offline = () => Promise.reject(new Error('offline'));
  const load = vi
    .fn(async () => WORK)
    .mockImplementationOnce(offline)
    .mockImplementationOnce(offline);
  const work = createWorkLoader({ load, whenPainted: async () => {} })();
  await vi.advanceTimersByTimeAsync(3_999);
  expect(load).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(await work).toBe(WORK);
});

test('in a service worker, where no later load can succeed, callers get the error', async () => {
  vi.stubGlobal('ServiceWorkerGlobalScope', class {});
  const load = vi.fn(() => Promise.reject(new TypeError('import() is disallowed')));
  const work = createWorkLoader({ load, whenPainted: async () => {} });
  await expect(work()).rejects.toThrow('import() is disallowed');
  expect(load).toHaveBeenCalledOnce();
});
