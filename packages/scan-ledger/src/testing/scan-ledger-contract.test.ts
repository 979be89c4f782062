import 'fake-indexeddb/auto';
import { describe, test } from 'vitest';
import { type Clock, systemClock } from '../ports/clock.ts';
import { createIndexedDbScanStore } from '../store/create-indexed-db-scan-store.ts';
import { createIndexedDbTicketStore } from '../tickets/create-indexed-db-ticket-store.ts';
import { createMemoryScanStore, createMemoryTicketStore, scanLedgerContract, ticketStoreContract } from './index.ts';

let made = 0;

describe('over memory', () => {
  const createStorage = () => {
    const [store, ticketStore] = [createMemoryScanStore(), createMemoryTicketStore()];
    return { openStore: () => store, openTicketStore: () => ticketStore };
  };
  for (const { title, run } of scanLedgerContract({ createStorage })) test(title, run);
  const createTickets = () => {
    const store = createMemoryTicketStore();
    return () => store;
  };
  for (const { title, run } of ticketStoreContract({ createStorage: createTickets })) test(title, run);
});

describe('over IndexedDB (fake-indexeddb)', () => {
  const createStorage = () => {
    made += 1;
    const databaseName = `contract-${made}`;
    const options = (clock: Clock) => ({ indexedDB, clock, databaseName, deadlineMs: 5_000 });
    return {
      openStore: (clock: Clock) => createIndexedDbScanStore(options(clock)),
      openTicketStore: (clock: Clock) => createIndexedDbTicketStore(options(clock)),
    };
  };
  for (const { title, run } of scanLedgerContract({ createStorage })) test(title, run);
  const createTickets = () => {
    const { openTicketStore } = createStorage();
    return () => openTicketStore(systemClock);
  };
  for (const { title, run } of ticketStoreContract({ createStorage: createTickets })) test(title, run);
});
