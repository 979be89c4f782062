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
