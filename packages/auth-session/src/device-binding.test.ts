import { expect, test, vi } from 'vitest';
import { createDeviceBinding } from './device-binding.ts';
import type { DeviceKeyOptions } from './device-key.ts';
import { createFakeClock } from './testing/index.ts';

/** A binding with parts that fail or hang; a part that is not needed is missing. */
function setUp(parts: Partial<DeviceKeyOptions>) {
  const clock = createFakeClock();
  const logged = vi.fn();
  const log = { log: logged, logApiCall: () => {} };
  const binding = createDeviceBinding({ baseUrl: '/', clock, indexedDB: null, log, ...parts } as DeviceKeyOptions);
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
