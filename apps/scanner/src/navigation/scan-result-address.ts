import { formatScanResultAddress } from '@scantix/api-contract';
import type { LedgerScan } from '@scantix/scan-ledger';

/** Where a scan of this device is shown. */
export function scanResultAddress({ scan: { barcode, id, mode } }: LedgerScan): string {
  return formatScanResultAddress({ barcode, scanId: id, ...(mode !== 'entry' && { mode }) });
}
