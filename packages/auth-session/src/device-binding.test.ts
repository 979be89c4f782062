import { afterEach, expect, test, vi } from 'vitest';
import { createDeviceBinding } from './device-binding.ts';
import type { DeviceKeyOptions } from './device-key.ts';
import { createFakeClock } from './testing/index.ts';

/** A binding with parts that fail or hang; a part that is not needed is missing. */
afterEach(() => void vi.unstubAllGlobals());

function setUp(parts: Partial<DeviceKeyOptions>, load?: Parameters<typeof createDeviceBinding>[1]) {
  const clock = createFakeClock();
  const logged = vi.fn();
  const log = { log: logged, logApiCall: () => {} };
  const binding = createDeviceBinding(
    { baseUrl: '/', clock, indexedDB: null, log, ...parts } as DeviceKeyOptions,
    load,
  );
  return { binding, clock, logged };
}

test('sign-outs that cannot be sent are no error of the page: the log says why', async () => {
  const vault = { readRecord: () => Promise.reject(new Error('broken')) } as unknown as DeviceKeyOptions['vault'];
  const { binding, logged } = setUp({ vault });
  await binding.deliver();
  expect(logged.mock.calls).toEqual([
    [
      {
        ...{ name: 'revocations-not-sent', level: 'info', category: 'auth', module: 'auth' },
        properties: { error: 'Error: broken' },
      },
    ],
  ]);
});

test('a proof whose key is not read within three seconds fails, and says so', async () => {
  const indexedDB = { open: vi.fn(() => ({})) };
  const { binding, clock } = setUp({ indexedDB: indexedDB as unknown as IDBFactory });
  const proof = binding.prove('token').catch(String);
  await vi.waitFor(() => expect(indexedDB.open).toHaveBeenCalled());
  await clock.advance(2_999);
  expect(await Promise.race([proof, 'still waiting'])).toBe('still waiting');
  await clock.advance(1);
  expect(await proof).toBe('Error: The device key was not read in time');
});

const offer = { server: '/', takesProofs: true, handle: null };

test.each([
  ['without a record', null, 0],
  ['with a server of another maker', {}, 0],
  ['with a server that offers something', { offer }, 1],
])('%s nothing is sent or written, and the code loads only for what will need it', async (_at, record, loads) => {
  const dropRevocations = vi.fn();
  const vault = { readRecord: async () => record, dropRevocations } as unknown as DeviceKeyOptions['vault'];
  const load = vi.fn(() => import('./device-key.ts'));
  const { binding, logged } = setUp({ vault }, load);
  await binding.deliver();
  expect(load).toHaveBeenCalledTimes(loads);
  expect(dropRevocations).not.toHaveBeenCalled();
  expect(logged).not.toHaveBeenCalled();
});

test('nothing is read or loaded for the sign-outs that wait before the page shows content', async () => {
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal('PerformanceObserver', undefined);
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => frames.push(callback));
  const readRecord = vi.fn(async () => null);
  const { binding } = setUp({ vault: { readRecord } as unknown as DeviceKeyOptions['vault'] });
  const delivered = binding.deliver();
  await Promise.resolve();
  expect(readRecord).not.toHaveBeenCalled();
  frames[0]?.(0);
  await delivered;
  expect(readRecord).toHaveBeenCalledOnce();
});
