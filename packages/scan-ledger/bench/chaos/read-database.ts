import type { Verdict } from '@scantix/api-contract';
import type { Queryable } from '../../../../scripts/bench/database.ts';
import type { History, StoredConflict, StoredScan, StoredTicket, StoredUndo } from './history.ts';

/** Reads the final content of the database. */
export async function readDatabase(
  database: Queryable,
): Promise<Pick<History, 'scans' | 'tickets' | 'conflicts' | 'undos'>> {
  const scans = await database.query<Omit<StoredScan, 'verdict' | 'deviceVerdict'> & StoredVerdicts>(
    `select d.name as domain, s.id, s.device_id as device, convert_from(s.barcode, 'UTF8') as barcode, s.mode,
       c.login as clerk, s.verdict, s.device_verdict as "deviceVerdict",
       (extract(epoch from coalesce(s.effect_at, s.happened_at)) * 1000)::float8 as "happenedAt",
       (extract(epoch from s.received_at) * 1000)::float8 as "receivedAt"
     from scans s join clerks c on c.id = s.claimed_by join domains d on d.id = s.domain_id`,
  );
  const tickets = await database.query<StoredTicket>(
    `select d.name as domain, convert_from(t.barcode, 'UTF8') as barcode, t.entries_allowed as allowed,
       t.entries_used as used, t.inside, t.first_use->>'scan_id' as "firstUse"
     from tickets t join domains d on d.id = t.domain_id`,
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
