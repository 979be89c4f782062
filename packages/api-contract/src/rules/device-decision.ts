import type { Scan } from '../scans.ts';
import type { Verdict } from '../verdict.ts';

/** Whether a device has decided by itself: an undecided or pending verdict leaves the decision to the server. */
export function isDeviceDecision(verdict: Verdict | null | undefined): verdict is Verdict {
  return verdict?.certainty === 'device' && verdict.outcome !== 'undecided';
}

/** The verdict that a device decided and showed for a scan, if it did. */
export function deviceDecision({ device_verdict, mode }: Pick<Scan, 'device_verdict' | 'mode'>): Verdict | null {
  return isDeviceDecision(device_verdict) && device_verdict.mode === mode ? device_verdict : null;
}

/**
 * The verdict by which a scan was acted upon before this server has recorded it: the device's own, or in a scan that is
 * offered again the one that the server had given and has lost. That one counts as the device's, since nothing else
 * testifies to it.
 */
export function shownVerdict(scan: Pick<Scan, 'device_verdict' | 'mode' | 'offered_again'>): Verdict | null {
  const { device_verdict: verdict, offered_again: isOffered } = scan;
  if (!isOffered || verdict?.certainty !== 'server') return deviceDecision(scan);
  return deviceDecision({ ...scan, device_verdict: { ...verdict, certainty: 'device' } });
}
