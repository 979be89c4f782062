import type { AuthSession } from '@scantix/auth-session';
import { createSessionHarness, refuse } from '@scantix/auth-session/testing';
import type { ScanLedger } from '@scantix/scan-ledger';
import type { ScannerConfigSource } from '@scantix/scan-ledger/desk';
import { afterEach, expect, test, vi } from 'vitest';
import { startLedger } from './start-ledger.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('a configuration that could not be loaded is loaded later, with nobody doing anything', async () => {
  vi.useFakeTimers();
  const ledger = { start: vi.fn(async () => {}), drain: vi.fn(async () => {}), countWaiting: vi.fn(async () => 0) };
  let isBusy = true;
  const load = vi.fn(async () => {
    if (isBusy) throw new Error('The server is busy.');
  });
  let status = 'signed-in';
  const session = { getSnapshot: () => ({ status, user: { id: 'anna' } }), subscribe() {} };
  startLedger(
    ledger as unknown as ScanLedger,
    { freshen: load, load } as unknown as ScannerConfigSource,
    session as unknown as AuthSession,
  );
  await vi.advanceTimersByTimeAsync(60_000);
  expect(load.mock.calls.length).toBeGreaterThan(1);
  isBusy = false;
  await vi.advanceTimersByTimeAsync(60_000);
  load.mockClear();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(load).not.toHaveBeenCalled();

  isBusy = true;
  startLedger(
    ledger as unknown as ScanLedger,
    { freshen: load, load } as unknown as ScannerConfigSource,
    session as unknown as AuthSession,
  );
  status = 'signed-out';
  await vi.advanceTimersByTimeAsync(600_000);
  expect(load).toHaveBeenCalledOnce();
});

test('each change of the session asks for the configuration, and later one retry follows', async () => {
  vi.useFakeTimers();
  const ledger = { start: vi.fn(async () => {}), drain: vi.fn(async () => {}), countWaiting: vi.fn(async () => 0) };
  const load = vi.fn(() => Promise.reject(new Error('The server is busy.')));
  let offline = false;
  let change = () => {};
  const session = {
    getSnapshot: () => ({ status: 'signed-in', user: { id: 'anna' }, offline }),
    subscribe(listener: () => void) {
      change = listener;
    },
  };
  startLedger(
    ledger as unknown as ScanLedger,
    { freshen: load, load } as unknown as ScannerConfigSource,
    session as unknown as AuthSession,
  );
  for (let times = 0; times < 3; times += 1) {
    await vi.advanceTimersByTimeAsync(1_000);
    offline = !offline;
    change();
  }
  await vi.advanceTimersByTimeAsync(0);
  expect(load).toHaveBeenCalledTimes(4);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(load).toHaveBeenCalledTimes(5);
});

test('a call that is refused with new tokens, too, causes no further call', async () => {
  const { session, server } = createSessionHarness();
  await session.start();
  const address = 'http://fake.test/scantix/v0/scanner/scans';
  server.answerAlways(new URL(address).pathname, () => refuse(401, 'unauthenticated', 'Not signed in'));
  const ledger = {
    start: async () => {},
    countWaiting: async () => 0,
    drain: vi.fn(async () => void (await session.fetchWithSession(address, { method: 'POST' }))),
  };
  const config = { freshen: async () => {}, load: async () => {} };
  startLedger(ledger as unknown as ScanLedger, config as unknown as ScannerConfigSource, session);
  await session.login({ clerk: 'ada', password: 'secret' });
  await vi.waitUntil(() => server.count(new URL(address).pathname) === 2);
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(ledger.drain).toHaveBeenCalledOnce();
  expect(server.count('/v0/auth/refresh')).toBe(1);
});

test('the scans of who signs in are counted before their configuration has been loaded', async () => {
  const ledger = { start: vi.fn(async () => {}), drain: vi.fn(async () => {}), countWaiting: vi.fn(async () => 0) };
  const config = { freshen: async () => {}, load: vi.fn(() => new Promise(() => {})) };
  let user = { id: 'anna' };
  let change = () => {};
  const session = {
    getSnapshot: () => ({ status: 'signed-in', user }),
    subscribe(listener: () => void) {
      change = listener;
    },
  };
  startLedger(
    ledger as unknown as ScanLedger,
    config as unknown as ScannerConfigSource,
    session as unknown as AuthSession,
  );
  await vi.waitFor(() => expect(ledger.drain).toHaveBeenCalledTimes(1));
  ledger.countWaiting.mockClear();
  user = { id: 'ben' };
  change();
  expect(ledger.countWaiting).toHaveBeenCalledOnce();
  expect(config.load).toHaveBeenCalledOnce();
  expect(ledger.drain).toHaveBeenCalledTimes(1);
});
