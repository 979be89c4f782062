import type { LedgerScan } from '@scantix/scan-ledger';

export interface DayCounts {
  readonly scans: number;
  readonly accepted: number;
  readonly refused: number;
}

/** The scans of this device on the local calendar day of `now`. Let in with attention is let in. */
export function countToday(scans: readonly LedgerScan[], now: Date): DayCounts {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
  const today = scans.filter(({ scan }) => Date.parse(scan.claimed_at) >= midnight);
  const count = (...outcomes: string[]) =>
    today.filter(({ verdict }) => verdict !== null && outcomes.includes(verdict.outcome)).length;
  return { scans: today.length, accepted: count('accepted', 'attention'), refused: count('refused') };
}
