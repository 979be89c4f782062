import type { ScanMode, Verdict } from '@scantix/api-contract';
import { shownVerdict } from '@scantix/api-contract/rules';

interface Judged {
  readonly mode: string;
  /** Those of the verdict that counts. */
  readonly outcome: string;
  readonly reason: string;
  readonly verdict: Verdict;
  readonly device_verdict: Verdict | null;
}

/**
 * The verdict of a scan that counts: the late one of the device, unless it came too late to take an entry back, else the
 * first. A device that knew nothing of the ticket leaves what the server had said of it.
 */
export function countedVerdict({ mode, outcome, reason, verdict: first, device_verdict: given }: Judged): Verdict {
  if (!given || first.certainty !== 'server') return first;
  const late = shownVerdict({ mode: mode as ScanMode, device_verdict: given });
  if (!late || late.outcome !== outcome || late.reason !== reason) return first;
  return { ...(first.ticket && { ticket: first.ticket }), ...late };
}
