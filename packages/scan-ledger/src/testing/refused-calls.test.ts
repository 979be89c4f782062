import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { createScanLedger } from '../index.ts';
import type { ScanLedgerOptions } from '../options.ts';
import { ANNA, read } from './create-world.ts';
import { createFakeServer } from './index.ts';

let made = 0;

function open(options: Partial<ScanLedgerOptions> = {}) {
  made += 1;
  const server = createFakeServer();
  const ledger = createScanLedger({
    transport: server,
    owner: () => ANNA,
    deviceId: async () => 'device-1',
    databaseName: `refused-${made}`,
    ...options,
  });
  return { ledger, server };
}

test('a scan that breaks the contract is refused before anything is written', async () => {
  const { ledger } = open();
  await ledger.start();
  for (const barcode of ['', 'x'.repeat(8_193), '\ud800']) {
    await expect(ledger.record(read(barcode))).rejects.toMatchObject({ code: 'invalid' });
  }
  expect(await ledger.list()).toEqual([]);
  expect(ledger.getSnapshot().status).toBe('ready');
  await ledger.stop();
});

test('nobody signed in: nothing is recorded', async () => {
  const { ledger } = open({ owner: () => null });
  await expect(ledger.record(read('A'))).rejects.toMatchObject({ code: 'signed-out' });
});

test('there is no verdict for a scan that is not on this device', async () => {
  const { ledger } = open();
  await expect(ledger.decide('01939f8e-0000-7000-8000-00000000dead')).rejects.toMatchObject({ code: 'unknown-scan' });
});

test('an aborted signal stops a record before the write and a wait for a verdict', async () => {
  const { ledger, server } = open();
  await ledger.start();
  await expect(ledger.record(read('A'), { signal: AbortSignal.abort() })).rejects.toMatchObject({ name: 'AbortError' });
  expect(await ledger.list()).toEqual([]);
  server.always(() => new Promise(() => {}));
  const { scan } = await ledger.record(read('B'));
  const leaving = new AbortController();
  const deciding = ledger.decide(scan.id, { signal: leaving.signal });
  leaving.abort();
  await expect(deciding).rejects.toMatchObject({ name: 'AbortError' });
  await ledger.stop();
});
