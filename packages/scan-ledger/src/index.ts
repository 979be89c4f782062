export { type Clock, systemClock } from './clock.ts';
export { createScanLedger } from './create-scan-ledger.ts';
export { LEDGER_ERROR_CODES, LedgerError, type LedgerErrorCode } from './ledger-error.ts';
export type {
  LedgerOwner,
  LedgerProblem,
  LedgerScan,
  LedgerState,
  ScanLedger,
  ScanToRecord,
  ScanTransport,
  SyncState,
} from './scan-ledger.ts';
export type { LedgerLog, ScanLedgerOptions } from './scan-ledger-options.ts';
export type { Lease, LeaseRequest, ScanStore, Settlement, StoreCounts } from './scan-store.ts';
export { browserSurroundings, type Surroundings } from './surroundings.ts';
