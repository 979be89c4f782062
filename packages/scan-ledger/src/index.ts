export { type Clock, systemClock } from './clock.ts';
export { createApiPorts } from './create-api-ports.ts';
export { createScanLedger } from './create-scan-ledger.ts';
export { LEDGER_ERROR_CODES, LedgerError, type LedgerErrorCode } from './ledger-error.ts';
export { SCAN_PROBLEMS, SNAPSHOT_PROBLEMS, UNDO_PROBLEMS } from './messages.ts';
export type {
  ExportOptions,
  LedgerConflict,
  LedgerDecisions,
  LedgerOwner,
  LedgerProblem,
  LedgerScan,
  LedgerState,
  LedgerUndo,
  ListOptions,
  ScanLedger,
  ScanToRecord,
  ScanTransport,
  SyncState,
  TicketsSource,
  UndoOutcome,
} from './scan-ledger.ts';
export type { LedgerLog, Reading, ScanLedgerOptions } from './scan-ledger-options.ts';
export type {
  Lease,
  LeaseRequest,
  ScanQuery,
  ScanStore,
  Settlement,
  StoreCounts,
  Tally,
  TrimRequest,
  UndoSettlement,
  WaitingScan,
} from './scan-store.ts';
export type { ClockReading } from './sender/clock-offset.ts';
export type { SnapshotState } from './snapshot/snapshot-state.ts';
export type {
  FoundTicket,
  PageOutcome,
  PagePlace,
  TicketSet,
  TicketSets,
  TicketStore,
} from './snapshot/ticket-store.ts';
export { browserSurroundings, type Surroundings } from './surroundings.ts';
