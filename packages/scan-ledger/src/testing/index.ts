export { createFakeClock, type FakeClock } from './create-fake-clock.ts';
export { createFakeScanLedger } from './create-fake-scan-ledger.ts';
export {
  type Answer,
  createFakeServer,
  type FakeServer,
  type FakeServerOptions,
  hang,
  loseAnswer,
  type Ruling,
  refuse,
  type Script,
  unreachable,
} from './create-fake-server.ts';
export { createFakeTickets, type FakeTickets, type FakeTicketsOptions, VALID_TICKET } from './create-fake-tickets.ts';
export { createMemoryFactsStore } from './create-memory-facts-store.ts';
export { createMemoryScanStore } from './create-memory-scan-store.ts';
export { createMemoryTicketStore } from './create-memory-ticket-store.ts';
export { createWorld, read, type Tab, type World, type WorldOptions } from './create-world.ts';
export { type FactsStoreHarness, factsStoreContract } from './facts-store-contract.ts';
export { type ContractHarness, type LedgerScenario, scanLedgerContract } from './scan-ledger-contract.ts';
export { type TicketStoreHarness, ticketStoreContract } from './ticket-store-contract.ts';
