import type { ScanRecord, Verdict } from '@scantix/api-contract';
import type { Database } from '../database/tables.ts';

/** The scans of a domain as Results shows them, the newest first. */
export function selectScans(db: Database, domainId: string) {
  return db
    .selectFrom('scans as scan')
    .innerJoin('checkpoints as checkpoint', 'checkpoint.id', 'scan.checkpoint_id')
    .innerJoin('clerks as claimer', 'claimer.id', 'scan.claimed_by')
    .innerJoin('clerks as submitter', 'submitter.id', 'scan.submitted_by')
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
      'scan.verdict',
    ])
    .where('scan.domain_id', '=', domainId)
    .orderBy('scan.received_at', 'desc')
    .orderBy('scan.id', 'desc');
}

type SelectedScan = Awaited<ReturnType<ReturnType<typeof selectScans>['execute']>>[number];

/** A selected row as it goes over the wire. */
export function scanRecord(row: SelectedScan): ScanRecord {
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
    verdict: row.verdict as Verdict,
  };
}
