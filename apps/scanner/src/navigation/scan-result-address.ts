import { formatScanResultAddress } from '@scantix/api-contract';
import type { LedgerScan } from '@scantix/scan-ledger';

/** The address of the Scan Result of a scan of this device. */
export function scanResultAddress({ scan: { barcode, id, mode } }: LedgerScan): string {
  return formatScanResultAddress({ barcode, scanId: id, ...(mode !== 'entry' && { mode }) });
}
