import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import type { Clock } from '../../src/ports/clock.ts';
import { createIndexedDbScanStore } from '../../src/store/create-indexed-db-scan-store.ts';
import { createIndexedDbTicketStore } from '../../src/tickets/create-indexed-db-ticket-store.ts';
import { runModel } from './run-model.ts';
import { memoryStorage } from './system.ts';

test('in any order of commands the ledger does what a simple model does', () => runModel(200), 60_000);

let made = 0;

test('and the same over IndexedDB', async () => {
  await runModel(30, () => {
    made += 1;
    const databaseName = `model-${made}`;
    const options = (clock: Clock) => ({ indexedDB, clock, databaseName, deadlineMs: 5_000 });
    return {
      openStore: (clock) => createIndexedDbScanStore(options(clock)),
      openTicketStore: (clock) => createIndexedDbTicketStore(options(clock)),
    };
  });
}, 60_000);

test('a device that ignores its own scans is detected', async () => {
  const forgetful = () => {
    const { openStore, openTicketStore } = memoryStorage();
    return {
      openStore: (clock: Clock) => ({ ...openStore(clock), listEffective: async () => [] }),
      openTicketStore,
    };
  };
  await expect(runModel(1_000, forgetful)).rejects.toThrow('Counterexample');
}, 60_000);
