import type { Scan, ScanResult } from '@scantix/api-contract';
import { SCAN_PROBLEMS } from '../messages.ts';
import type { Settlement } from '../scan-store.ts';

/** Rejections that may pass: the scan goes on waiting. */
const PASSING: ReadonlySet<string> = new Set(['unavailable', 'rate_limited', 'unauthenticated', 'session_revoked']);

/**
 * What the answers settle of the scans that were sent, matched by id, never by position. A scan without an answer, or
 * with one that settles nothing, is not in the result.
 */
export function settleResults(sent: readonly Scan[], results: readonly ScanResult[], receivedAt: string) {
  const asked = new Map(sent.map((scan) => [scan.id, scan]));
  const settlements = new Map<string, Settlement>();
  for (const { id, status, verdict, conflict, error, change } of results) {
    const scan = asked.get(id);
    if (!scan || settlements.has(id)) continue;
    const rejected = status === 'rejected';
    if (rejected && error && PASSING.has(error.code)) continue;
    settlements.set(id, {
      id,
      sync: rejected ? 'quarantined' : 'sent',
      verdict: verdict ?? null,
      receivedAt,
      knewDeviceVerdict: scan.device_verdict !== undefined,
      ...(conflict ? { conflict } : {}),
      ...(change === undefined ? {} : { change }),
      ...(rejected ? { error: error ?? { code: 'rejected', message: SCAN_PROBLEMS.rejected } } : {}),
    });
  }
  return [...settlements.values()];
}
