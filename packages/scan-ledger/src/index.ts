export { createScanLedger, type ScanLedger } from './create-scan-ledger.ts';
