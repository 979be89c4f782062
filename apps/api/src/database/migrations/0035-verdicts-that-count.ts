import { type Kysely, sql } from 'kysely';

/**
 * `outcome` and `reason` of a scan become those of the verdict that counts. A late one of the device replaces the first,
 * unless it came too late to take an entry back. The triggers of 0020 have the hours of such scans counted anew.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const letsThrough = (outcome: string, reason: string) =>
    `(${outcome} in ('accepted', 'attention') and ${reason} <> 'self_repeat' and mode <> 'check')`;
  const late = { outcome: `device_verdict ->> 'outcome'`, reason: `device_verdict ->> 'reason'` };
  await sql
    .raw(`
    update scans set outcome = ${late.outcome}, reason = ${late.reason}
    where device_verdict ->> 'certainty' = 'device' and verdict ->> 'certainty' = 'server'
      and ${late.outcome} <> 'undecided' and device_verdict ->> 'mode' = mode
      and (outcome <> ${late.outcome} or reason <> ${late.reason})
      and (not ${letsThrough('outcome', 'reason')} or ${letsThrough(`(${late.outcome})`, `(${late.reason})`)}
        or exists (select from scan_undos where scan_undos.domain_id = scans.domain_id and scan_id = scans.id))`)
    .execute(db);
}
