import { createStore } from 'jotai';
import { expect, test } from 'vitest';
import { read } from '../testing/create-world.ts';
import { createFakeScanLedger, hang } from '../testing/index.ts';
import { createScanLedgerAtoms } from './index.ts';

test('the atoms follow the ledger, including changes before they were mounted', async () => {
  const { ledger, server } = createFakeScanLedger();
  server.always(hang);
  const { ledgerAtom, waitingAtom } = createScanLedgerAtoms(ledger);
  await ledger.start();
  await ledger.record(read('A'));
  const store = createStore();
  const seen: number[] = [];
  const unsubscribe = store.sub(waitingAtom, () => seen.push(store.get(waitingAtom)));
  expect(store.get(waitingAtom)).toBe(1);
  expect(store.get(ledgerAtom).status).toBe('ready');
  await ledger.record(read('B'));
  expect(seen.at(-1)).toBe(2);
  unsubscribe();
  await ledger.stop();
});

test('the atoms show the tickets and the number of decisions for a person', async () => {
  const { ledger, server } = createFakeScanLedger();
  server.tickets.set('A');
  server.decide(() => ({ rejected: { code: 'not_found', message: 'Unknown checkpoint' } }));
  const { ticketsAtom, decisionsAtom } = createScanLedgerAtoms(ledger);
  const store = createStore();
  const unsubscribe = [store.sub(ticketsAtom, () => {}), store.sub(decisionsAtom, () => {})];
  await ledger.start();
  await ledger.refreshTickets();
  expect(store.get(ticketsAtom)).toMatchObject({ status: 'ready', count: 1 });
  await ledger.record(read('A'));
  await ledger.drain();
  expect(store.get(decisionsAtom)).toBe(1);
  for (const end of unsubscribe) end();
  await ledger.stop();
});
