import type { ScanMark, ScanRecord } from '@scantix/api-contract';
import type { NotNull } from 'kysely';
import type { Database } from '../database/tables.ts';
import { conflictView } from './conflict-view.ts';
import { countedVerdict } from './counted-verdict.ts';
import { scanUndone } from './undo-rows.ts';

/** Selects the scans of a domain with the columns of Results. A query without a table's columns does not read that table. */
export function selectScans(db: Database, domainId: string) {
  return db
    .selectFrom('scans as scan')
    .leftJoin('checkpoints as checkpoint', (join) =>
      join.onRef('checkpoint.domain_id', '=', 'scan.domain_id').onRef('checkpoint.id', '=', 'scan.checkpoint_id'),
    )
    .leftJoin('clerks as claimer', 'claimer.id', 'scan.claimed_by')
    .leftJoin('clerks as submitter', 'submitter.id', 'scan.submitted_by')
    .leftJoin('scan_undos as undo', (join) =>
      join.onRef('undo.domain_id', '=', 'scan.domain_id').onRef('undo.scan_id', '=', 'scan.id'),
    )
    .leftJoin('clerks as undoer', 'undoer.id', 'undo.undone_by')
    .leftJoin('clerks as undo_submitter', 'undo_submitter.id', 'undo.submitted_by')
    .leftJoin('scan_conflicts as conflict', (join) =>
      join.onRef('conflict.domain_id', '=', 'scan.domain_id').onRef('conflict.scan_id', '=', 'scan.id'),
    )
    .leftJoin('clerks as acknowledger', 'acknowledger.id', 'conflict.acknowledged_by')
    .select([
      'scan.id',
      'scan.barcode',
      'scan.symbology',
      'scan.scan_method',
      'scan.mode',
      'scan.checkpoint_id',
      'checkpoint.name as checkpoint_name',
      'scan.claimed_at',
      'scan.received_at',
      'claimer.login as claimed_by',
      'submitter.login as submitted_by',
      'scan.device_id',
      'scan.outcome',
      'scan.reason',
      'scan.verdict',
      'scan.device_verdict',
      'scan.clerk_decision',
      'scan.marks',
      'undo.id as undo_id',
      'undo.happened_at as undone_at',
      'undoer.login as undone_by',
      'undo_submitter.login as undo_submitted_by',
      'undo.offered_again as undo_offered_again',
      'conflict.id as conflict_id',
      'conflict.with_scan_id',
      'conflict.kind',
      'conflict.acknowledged_at',
      'acknowledger.login as acknowledged_by',
    ])
    .$narrowType<{ checkpoint_name: NotNull; claimed_by: NotNull; submitted_by: NotNull }>()
    .where('scan.domain_id', '=', domainId);
}

/** A query of scans. */
export type SelectedScans = ReturnType<typeof selectScans>;

type SelectedScan = Awaited<ReturnType<SelectedScans['execute']>>[number];

/** A selected row on the wire. */
export function scanRecord(row: SelectedScan): ScanRecord {
  const { conflict_id, kind, undo_id, undone_at, undone_by, undo_submitted_by, undo_offered_again: offeredAgain } = row;
  const verdict = countedVerdict(row);
  return {
    id: row.id,
    barcode: new TextDecoder('utf-8', { ignoreBOM: true }).decode(row.barcode),
    symbology: row.symbology as ScanRecord['symbology'],
    scan_method: row.scan_method as ScanRecord['scan_method'],
    mode: row.mode as ScanRecord['mode'],
    checkpoint: { id: row.checkpoint_id, name: row.checkpoint_name },
    claimed_at: row.claimed_at.toISOString(),
    received_at: row.received_at.toISOString(),
    claimed_by: row.claimed_by,
    submitted_by: row.submitted_by,
    device_id: row.device_id,
    verdict,
    ...(verdict === row.verdict ? {} : { first_verdict: row.verdict }),
    ...(row.device_verdict ? { device_verdict: row.device_verdict } : {}),
    ...(row.clerk_decision ? { clerk_decision: row.clerk_decision } : {}),
    ...(conflict_id && kind ? { conflict: conflictView({ ...row, id: conflict_id, kind }) } : {}),
    ...(undo_id && undone_at && undone_by && undo_submitted_by
      ? {
          undone: scanUndone({
            id: undo_id,
            at: undone_at,
            by: undone_by,
            submittedBy: undo_submitted_by,
            offeredAgain,
          }),
        }
      : {}),
    ...(row.marks ? { marks: row.marks as ScanMark[] } : {}),
  };
}
