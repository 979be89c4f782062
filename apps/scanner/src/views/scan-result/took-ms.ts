import type { LedgerScan } from '@scantix/scan-ledger';

/** The time from the decode to the server's answer, in milliseconds; `null` while there is none. */
export function tookMs(scan: LedgerScan): number | null {
  return scan.receivedAt === undefined
    ? null
    : Math.max(0, Date.parse(scan.receivedAt) - Date.parse(scan.scan.claimed_at));
}
