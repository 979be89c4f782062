import type { ApiErrorCode, Scan } from '@scantix/api-contract';
import { sql } from 'kysely';
import { rightsOf } from '../auth/rights-of.ts';
import { anyOf } from '../database/any-of.ts';
import { PREPARED } from '../database/prepared-statements.ts';
import type { Database } from '../database/tables.ts';
import { loadCheckpoints } from '../scanner-config/load-checkpoints.ts';
import type { ClerkSession } from './claim-marks.ts';
import type { Delivery, ScanContext } from './found-scan.ts';

/** A scan, and who delivered it. */
export interface SubmittedScan {
  readonly scan: Scan;
  readonly delivery: Delivery;
}

/**
 * Reads the checkpoints and clerks of scans, of one domain only. Whoever delivers it, a scan is judged by the rights of
 * the clerk who made it.
 */
export async function loadScanContexts(
  db: Database,
  domainId: string,
  scans: readonly SubmittedScan[],
): Promise<(scan: SubmittedScan) => ScanContext | { code: ApiErrorCode; message: string }> {
  const [checkpoints, clerks] = await Promise.all([loadCheckpoints(db, domainId), findClerks(db, domainId, scans)]);
  const byLogin = new Map(clerks.map((clerk) => [clerk.login, clerk]));
  const byId = new Map(clerks.map((clerk) => [clerk.id, clerk]));
  return ({ scan, delivery }) => {
    const checkpoint = checkpoints.get(scan.checkpoint_id);
    if (!checkpoint) return { code: 'not_found', message: 'Unknown checkpoint' };
    // By the id first: the clerk may have another login name since.
    const claimer = byId.get(scan.claimed_by_id ?? '') ?? byLogin.get(scan.claimed_by);
    if (!claimer) return { code: 'not_found', message: 'Unknown clerk' };
    const mayScan = rightsOf(claimer).includes('scan') && claimer.scansAt.includes(checkpoint.id);
    const claimed = { disabledAt: claimer.disabled_at?.getTime() ?? null, sessions: claimer.sessions ?? [] };
    return { ...delivery, claimer, claimed, outsideRights: !mayScan, checkpoint, checkpoints };
  };
}

/** The clerks whom scans name, by id or login name. */
async function findClerks(db: Database, domainId: string, scans: readonly SubmittedScan[]) {
  if (scans.length === 0) return [];
  const logins = scans.map(({ scan }) => scan.claimed_by);
  const ids = scans.flatMap(({ scan }) => scan.claimed_by_id ?? []);
  const devices = scans.flatMap(({ scan, delivery }) => [delivery.submitter.deviceId, scan.device_id]);
  return db
    .selectFrom('clerks')
    .innerJoin('workgroups', 'workgroups.id', 'clerks.workgroup_id')
    .select(['clerks.id', 'clerks.login', 'clerks.user_name as userName'])
    .select(['workgroups.rights', 'workgroups.name_search', 'clerks.disabled_at'])
    .select(sessionsOn(devices).as('sessions'))
    .select(
      sql<string[]>`array(
      select checkpoint_id from workgroup_checkpoints as own where own.workgroup_id = clerks.workgroup_id
    )`.as('scansAt'),
    )
    .where('clerks.domain_id', '=', domainId)
    .where(({ eb, or }) =>
      or([eb('clerks.login', '=', anyOf(logins, 'text')), eb('clerks.id', '=', anyOf(ids, 'uuid'))]),
    )
    .modifyEnd(PREPARED)
    .execute();
}

/** In a query of clerks: their sessions on these devices. */
const sessionsOn = (devices: readonly string[]) => sql<ClerkSession[] | null>`(
  select json_agg(json_build_object(
    'deviceId', device_id,
    'from', extract(epoch from created_at) * 1000,
    'until', extract(epoch from least(expires_at, revoked_at)) * 1000
  )) from sessions where clerk_id = clerks.id and device_id = ${anyOf(devices, 'text')}
)`;
