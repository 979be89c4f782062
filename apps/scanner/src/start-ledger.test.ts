import type { AuthSession } from '@scantix/auth-session';
import type { ScanLedger } from '@scantix/scan-ledger';
import type { ScannerConfigSource } from '@scantix/scan-ledger/desk';
import { expect, test, vi } from 'vitest';
import { startLedger } from './start-ledger.ts';

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
