import type { Scan } from '../scans.ts';
import type { Verdict } from '../verdict.ts';
import { decideByClerk, isForClerk } from './clerk-decision.ts';

type ShownScan = Pick<Scan, 'device_verdict' | 'clerk_decision' | 'mode'>;

/** Whether a device has decided by itself: an undecided or pending verdict leaves the decision to the server. */
export function isDeviceDecision(verdict: Verdict | null | undefined): verdict is Verdict {
  return verdict?.certainty === 'device' && verdict.outcome !== 'undecided';
}

/** The verdict that a device showed for a scan and that decided it: the device's own, or that of its clerk. */
export function deviceDecision({ device_verdict, clerk_decision, mode }: ShownScan): Verdict | null {
  if (device_verdict?.mode !== mode) return null;
  if (clerk_decision && isForClerk(device_verdict)) return decideByClerk(device_verdict, clerk_decision);
  return isDeviceDecision(device_verdict) ? device_verdict : null;
}

/**
 * The verdict by which a scan was acted upon before this server has recorded it: the device's own, or in a scan that is
 * offered again the one that the server had given and has lost. That one counts as the device's, since nothing else
 * testifies to it.
 */
export function shownVerdict(scan: ShownScan & Pick<Scan, 'offered_again'>): Verdict | null {
  const { device_verdict: verdict, offered_again: isOffered } = scan;
  if (!isOffered || verdict?.certainty !== 'server') return deviceDecision(scan);
  return deviceDecision({ ...scan, device_verdict: { ...verdict, certainty: 'device' } });
}
