import { formatScanResultAddress, type Scan } from '@scantix/api-contract';

/** The address of the Scan Result of a scan. */
export function scanResultAddress({ barcode, id, mode }: Pick<Scan, 'barcode' | 'id' | 'mode'>): string {
  return formatScanResultAddress({ barcode, scanId: id, ...(mode !== 'entry' && { mode }) });
}
