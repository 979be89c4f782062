import { test } from 'vitest';
import { type Clock, systemClock } from '../ports/clock.ts';
import { createIndexedDbFactsStore } from '../store/create-indexed-db-facts-store.ts';
import { createIndexedDbScanStore } from '../store/create-indexed-db-scan-store.ts';
import { createIndexedDbTicketStore } from '../tickets/create-indexed-db-ticket-store.ts';
import { factsStoreContract, scanLedgerContract, ticketStoreContract } from './index.ts';

const createStorage = () => {
  const databaseName = `contract-${crypto.randomUUID()}`;
  const options = (clock: Clock) => ({ indexedDB, clock, databaseName, deadlineMs: 5_000 });
  return {
    openStore: (clock: Clock) => createIndexedDbScanStore(options(clock)),
    openTicketStore: (clock: Clock) => createIndexedDbTicketStore(options(clock)),
    openFacts: (clock: Clock) => createIndexedDbFactsStore(options(clock)),
  };
};

for (const { title, run } of scanLedgerContract({ createStorage })) test(title, run);

const createTickets = () => {
  const { openTicketStore } = createStorage();
  return () => openTicketStore(systemClock);
};
for (const { title, run } of ticketStoreContract({ createStorage: createTickets })) test(title, run);
const createFacts = () => {
  const { openFacts } = createStorage();
  return () => openFacts(systemClock);
};
for (const { title, run } of factsStoreContract({ createStorage: createFacts })) test(title, run);
