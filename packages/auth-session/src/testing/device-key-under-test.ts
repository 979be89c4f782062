import { IDBFactory } from 'fake-indexeddb';
import { vi } from 'vitest';
import type { LogSink } from '../log-sink.ts';
import { HEADERS } from '../wire.ts';
import { createSessionHarness } from './index.ts';

export const ada = { clerk: 'ada', password: 'secret' };
export const REGISTER = '/v0/auth/device-key';
export const REFRESH = '/v0/auth/refresh';

type Options = Parameters<typeof createSessionHarness>[0] & object;

export function createDeviceKeyHarness({ server, ...options }: Options = {}) {
  const indexedDB = new IDBFactory();
  /** The addresses of the calls that have ended. */
  const ended: string[] = [];
  const log: LogSink = { log: () => {}, logApiCall: ({ endpoint }) => void ended.push(endpoint) };
  return {
    ended,
    indexedDB,
    ...createSessionHarness({ indexedDB, log, server: { deviceKeys: true, ...server }, ...options }),
  };
}

/** Signs in, and waits until the key is registered. */
export async function signInBound(harness: ReturnType<typeof createDeviceKeyHarness>): Promise<void> {
  const before = harness.ended.length;
  await harness.session.login(ada);
  await vi.waitUntil(() => harness.ended.includes(REGISTER, before), { timeout: 10_000 });
}

/** What was logged of a key that is not registered. */
export const notRegistered = (logged: ReturnType<typeof vi.fn>) =>
  logged.mock.calls.flat().find(({ name }) => name === 'device-key-not-registered');

export const proofs = ({ server }: ReturnType<typeof createDeviceKeyHarness>) =>
  server.requests.filter(({ path }) => path === REFRESH).map(({ headers }) => headers.get(HEADERS.proof));
