export { createScanLedger } from './create-scan-ledger.ts';
export type { ClockReading } from './model/clock-reading.ts';
export { type LedgerConflict, type LedgerDecisions, MAX_QUARANTINED } from './model/ledger-conflict.ts';
export { LEDGER_ERROR_CODES, LedgerError, type LedgerErrorCode } from './model/ledger-error.ts';
export type { LedgerOwner } from './model/ledger-owner.ts';
export type { LedgerScan, SyncState } from './model/ledger-scan.ts';
export type { LedgerProblem, LedgerState } from './model/ledger-state.ts';
export type { LedgerUndo, UndoOutcome } from './model/ledger-undo.ts';
export type { CountOptions, ExportOptions, ListOptions } from './model/log-options.ts';
export type { LostScans } from './model/lost-scans.ts';
export { SCAN_PROBLEMS, TICKETS_PROBLEMS, UNDO_PROBLEMS } from './model/messages.ts';
export type { ScanToRecord } from './model/scan-to-record.ts';
export type { Settlement, UndoSettlement } from './model/settlement.ts';
export type { Tally } from './model/tally.ts';
export type { TicketsState } from './model/tickets-state.ts';
export type { ScanLedgerOptions, Setting } from './options.ts';
export { type Clock, systemClock } from './ports/clock.ts';
export type { ConflictStore } from './ports/conflict-store.ts';
export { createApiPorts } from './ports/create-api-ports.ts';
export type { FactsStore } from './ports/facts-store.ts';
export type { LedgerEvent, LedgerLog } from './ports/ledger-log.ts';
export type { LogStore, ScanQuery } from './ports/log-store.ts';
export type { Lease, LeaseRequest, OutboxStore, StoreCounts, WaitingScan } from './ports/outbox-store.ts';
export type { ScanStore } from './ports/scan-store.ts';
export type { ScanTransport, TicketsSource } from './ports/server.ts';
export { browserSurroundings, type Surroundings } from './ports/surroundings.ts';
export type {
  FoundTicket,
  HeldRow,
  PageContext,
  PageOutcome,
  TicketSet,
  TicketSets,
  TicketStore,
} from './ports/ticket-store.ts';
export type { UndoStore, WaitingUndo } from './ports/undo-store.ts';
export type { ScanLedger } from './scan-ledger.ts';
