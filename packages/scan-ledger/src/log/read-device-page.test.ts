import { expect, test } from 'vitest';
import { read } from '../testing/create-world.ts';
import { createFakeScanLedger } from '../testing/index.ts';
import { listUnsent, readDevicePage } from './index.ts';

test('a page reads on until enough scans match, and names where the next one begins', async () => {
  const { ledger } = createFakeScanLedger();
  for (let index = 0; index < 450; index += 1) {
    await ledger.record({ ...read(`code ${index}`), mode: index < 230 ? 'exit' : 'entry' });
  }
  const first = await readDevicePage(ledger, { mode: 'exit' });
  expect([first.items.length, first.before === undefined]).toEqual([230, true]);
  const all = await readDevicePage(ledger, {});
  expect([all.items.length, all.before]).toEqual([200, all.items.at(-1)?.scan.id]);
  const second = await readDevicePage(ledger, {}, { from: all.before });
  expect(second.items[0]?.scan.barcode).toBe('code 249');
});

test('unsent scans are those that wait and those in quarantine', async () => {
  const { ledger, server } = createFakeScanLedger();
  server.decide(({ barcode }) => (barcode === 'B' ? { rejected: { code: 'not_found', message: 'Unknown' } } : {}));
  await ledger.start();
  for (const code of ['A', 'B']) await ledger.record(read(code));
  await ledger.drain();
  server.setReachable(false);
  await ledger.record(read('C'));
  expect((await listUnsent(ledger)).map(({ scan }) => scan.barcode)).toEqual(['C', 'B']);
  await ledger.stop();
});
