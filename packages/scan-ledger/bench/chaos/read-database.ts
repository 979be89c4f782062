import type { Verdict } from '@scantix/api-contract';
import type { BenchDatabase } from '../../../../scripts/bench/database.ts';
import type { History, StoredConflict, StoredScan, StoredTicket, StoredUndo } from './history.ts';

/** Reads the final content of the database. */
export async function readDatabase(
  database: BenchDatabase,
): Promise<Pick<History, 'scans' | 'tickets' | 'conflicts' | 'undos'>> {
  const scans = await database.query<Omit<StoredScan, 'verdict' | 'deviceVerdict'> & StoredVerdicts>(
    `select s.id, s.device_id as device, convert_from(s.barcode, 'UTF8') as barcode, s.mode, c.login as clerk,
       s.verdict, s.device_verdict as "deviceVerdict"
     from scans s join clerks c on c.id = s.claimed_by`,
  );
  const tickets = await database.query<StoredTicket>(
    `select convert_from(barcode, 'UTF8') as barcode, entries_allowed as allowed, entries_used as used from tickets`,
  );
  const conflicts = await database.query<StoredConflict>(
    'select id, scan_id as "scanId", with_scan_id as "withScanId" from scan_conflicts',
  );
  const undos = await database.query<StoredUndo>('select id, scan_id as "scanId" from scan_undos');
  return { scans, tickets, conflicts, undos };
}

interface StoredVerdicts {
  readonly verdict: Verdict;
  readonly deviceVerdict: Verdict | null;
}
