import type { Scan, ScanResult } from '@scantix/api-contract';
import { SCAN_PROBLEMS } from '../model/messages.ts';
import type { Settlement } from '../model/settlement.ts';

/** Rejections that are temporary: the scan remains in the outbox. */
const TEMPORARY: ReadonlySet<string> = new Set(['unavailable', 'rate_limited', 'unauthenticated', 'session_revoked']);

/**
 * Returns the settlements of the scans that were sent. Answers are matched by id, never by position. A scan without an
 * answer, or with a temporary one, is not in the result.
 */
export function settleResults(
  sent: readonly Scan[],
  results: readonly ScanResult[],
  { receivedAt, epoch }: { readonly receivedAt: string; readonly epoch: string | null },
) {
  const sentById = new Map(sent.map((scan) => [scan.id, scan]));
  const settlements = new Map<string, Settlement>();
  for (const { id, status, verdict, conflict, error, change, receipt } of results) {
    const scan = sentById.get(id);
    if (!scan || settlements.has(id)) continue;
    const rejected = status === 'rejected';
    if (rejected && error && TEMPORARY.has(error.code)) continue;
    settlements.set(id, {
      id,
      sync: rejected ? 'quarantined' : 'sent',
      verdict: verdict ?? null,
      receivedAt,
      knewDeviceVerdict: scan.device_verdict !== undefined,
      ...(conflict ? { conflict } : {}),
      ...(change === undefined ? {} : { change }),
      ...(receipt === undefined || epoch === null ? {} : { receipt: { epoch, number: receipt } }),
      ...(rejected ? { error: error ?? { code: 'rejected', message: SCAN_PROBLEMS.rejected } } : {}),
    });
  }
  return [...settlements.values()];
}
