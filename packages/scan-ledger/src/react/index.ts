export { createScanLedgerAtoms } from './create-scan-ledger-atoms.ts';
