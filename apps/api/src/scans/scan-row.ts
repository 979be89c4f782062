import { barcodeBytes, type ScanMark } from '@scantix/api-contract';
import { clerkDecisionOf, type Judgement, shownVerdict } from '@scantix/api-contract/rules';
import type { Insertable } from 'kysely';
import { searchText } from '../database/search-text.ts';
import type { Tables } from '../database/tables.ts';

import { storableVerdict } from '../ticket-rows/without-holder.ts';
import { claimMarks, isClaimInDoubt } from './claim-marks.ts';
import type { FoundScan } from './found-scan.ts';
import { payloadHash } from './payload-hash.ts';

/** The row of a judged scan, without the number of the ticket's change. */
export function scanRow(
  { scan, context, row, receivedAt }: FoundScan,
  { verdict, happenedAt, effect }: Judgement,
): Insertable<Tables['scans']> {
  const { submitter, claimer, claimed, checkpoint, outsideRights } = context;
  const marks: ScanMark[] = [
    ...(outsideRights ? (['outside_rights'] as const) : []),
    ...claimMarks(scan, claimed, { deliveredBy: submitter.deviceId, receivedAt }),
  ];
  const shown = shownVerdict(scan) ?? scan.device_verdict ?? null;
  return {
    domain_id: submitter.domainId,
    id: scan.id,
    barcode: barcodeBytes(scan.barcode),
    raw: scan.raw === undefined ? null : Buffer.from(scan.raw, 'base64'),
    symbology: scan.symbology,
    scan_method: scan.scan_method,
    mode: scan.mode,
    checkpoint_id: checkpoint.id,
    claimed_at: new Date(scan.claimed_at),
    received_at: new Date(receivedAt),
    happened_at: new Date(isClaimInDoubt(marks) ? receivedAt : happenedAt),
    clock_offset_ms: scan.clock_offset_ms ?? null,
    device_id: scan.device_id,
    claimed_by: claimer.id,
    submitted_by: submitter.id,
    received_from: submitter.deviceId,
    received_key: submitter.deviceKey,
    ticket_id: row?.id ?? null,
    outcome: verdict.outcome,
    reason: verdict.reason,
    verdict: JSON.stringify(storableVerdict(verdict, row)),
    device_verdict: shown && JSON.stringify(storableVerdict(shown, row)),
    clerk_decision: shown && clerkDecisionOf(shown),
    effect: effect?.kind ?? 'none',
    effect_at: effect && new Date(effect.at),
    payload_hash: payloadHash(scan),
    offered_again: scan.offered_again || null,
    marks: marks.length > 0 ? marks : null,
    search_text: searchText(scan.barcode, row?.holder ?? null),
  };
}
