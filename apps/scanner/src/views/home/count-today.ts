import type { LedgerScan } from '@scantix/scan-ledger';

export interface DayCounts {
  readonly scans: number;
  readonly accepted: number;
  readonly refused: number;
}

/** The scans of this device on the local calendar day of `now`. Let in with attention is let in; a second look is not. */
export function countToday(scans: readonly LedgerScan[], now: Date): DayCounts {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
  const today = scans.filter(({ scan }) => Date.parse(scan.claimed_at) >= midnight);
  const verdicts = today.flatMap(({ verdict }) => (verdict ? [verdict] : []));
  const accepted = verdicts.filter(
    ({ mode, outcome, reason }) =>
      mode === 'entry' && (outcome === 'accepted' || outcome === 'attention') && reason !== 'self_repeat',
  );
  const refused = verdicts.filter(({ outcome }) => outcome === 'refused');
  return { scans: today.length, accepted: accepted.length, refused: refused.length };
}
