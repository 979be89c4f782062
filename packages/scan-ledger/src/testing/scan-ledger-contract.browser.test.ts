import { test } from 'vitest';
import { type Clock, systemClock } from '../ports/clock.ts';
import { createIndexedDbScanStore } from '../store/create-indexed-db-scan-store.ts';
import { createIndexedDbTicketStore } from '../tickets/create-indexed-db-ticket-store.ts';
import { scanLedgerContract, ticketStoreContract } from './index.ts';

const createStorage = () => {
  const databaseName = `contract-${crypto.randomUUID()}`;
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
