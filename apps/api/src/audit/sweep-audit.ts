import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import type { Clock } from '../system/clock.ts';

/** How long the audit log is kept: a year and a month, so that an event can be compared with the one of last year. */
export const AUDIT_KEPT_MS = 396 * 24 * 3_600_000;

/** The oldest lines that one statement reads. Ids grow with the time, so no index on the time is needed. */
const LINES_AT_ONCE = 5_000;

/** Deletes lines of the audit log that are too old. */
export async function sweepAudit({ db, clock }: { db: Database; clock: Clock }): Promise<void> {
  const before = new Date(clock.now() - AUDIT_KEPT_MS);
  for (let deleted = LINES_AT_ONCE; deleted === LINES_AT_ONCE; ) {
    const { numAffectedRows } = await sql`
      delete from audit_events where id in (
        select id from (select id, at from audit_events order by id limit ${LINES_AT_ONCE}) as oldest where at < ${before}
      )`.execute(db);
    deleted = Number(numAffectedRows ?? 0);
  }
}
