export { createScanLedger as createFakeScanLedger } from '../index.ts';
