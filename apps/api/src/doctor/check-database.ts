import type { Finding } from '@scantix/api-contract/admin';
import { sql } from 'kysely';
import { requireSchema } from '../database/migrate.ts';
import { hasSearchIndexes } from '../database/search-indexes.ts';
import type { Database } from '../database/tables.ts';
import type { Clock } from '../system/clock.ts';

/** Times of scans are compared with those of the database. */
const CLOCK_WARNING_MS = 2_000;

interface DatabaseParts {
  readonly db: Database;
  readonly clock: Clock;
  /** The folder of the embedded database; `undefined`: a server. */
  readonly embeddedIn?: string | undefined;
}

/** Checks the database: that it answers, its schema, what a power cut would take, and its clock. */
export async function checkDatabase({ db, clock, embeddedIn }: DatabaseParts): Promise<Finding[]> {
  const { rows } = await sql<{ version: string; now: Date; fsync: string; commit: string; pages: string }>`
    select split_part(version(), ' on ', 1) as version, clock_timestamp() as now, current_setting('fsync') as fsync,
      current_setting('synchronous_commit') as commit, current_setting('full_page_writes') as pages`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('The database answered without a row');
  const offMs = Math.abs(found.now.getTime() - clock.now());
  const unsafe = Object.entries({ fsync: found.fsync, synchronous_commit: found.commit, full_page_writes: found.pages })
    .filter(([, value]) => value === 'off')
    .map(([name]) => name);
  return [
    { check: 'database', status: 'ok', message: found.version },
    await checkSchema(db),
    unsafe.length === 0
      ? { check: 'durability', status: 'ok', message: 'what was answered is on the disk' }
      : { check: 'durability', status: 'failed', message: `${unsafe.join(', ')} off: a power cut loses scans` },
    offMs < CLOCK_WARNING_MS
      ? { check: 'clock', status: 'ok', message: `${offMs} ms from the database's` }
      : { check: 'clock', status: 'warning', message: `${offMs} ms from the database's: run NTP on both machines` },
    ...(embeddedIn === undefined ? [await checkSearch(db)] : []),
    await checkManagers(db),
  ];
}

async function checkSchema(db: Database): Promise<Finding> {
  try {
    await requireSchema(db);
    return { check: 'schema', status: 'ok', message: 'as this build needs it' };
  } catch (error) {
    return { check: 'schema', status: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

async function checkSearch(db: Database): Promise<Finding> {
  if (await hasSearchIndexes(db)) return { check: 'search', status: 'ok', message: 'names and codes have an index' };
  const message = 'no index, searches read every scan: install the extension pg_trgm and run "scantix migrate"';
  return { check: 'search', status: 'warning', message };
}

/** A domain whose clerks have all lost the right can be managed by command only. */
async function checkManagers(db: Database): Promise<Finding> {
  const { rows } = await sql<{ name: string }>`
    select name from domains where not exists (
      select from clerks join workgroups on workgroups.id = clerks.workgroup_id
      where clerks.domain_id = domains.id and disabled_at is null and 'manage' = any(rights)
    ) order by name`.execute(db);
  const names = rows.map(({ name }) => `"${name}"`);
  return names.length === 0
    ? { check: 'managers', status: 'ok', message: 'every domain has a clerk who may manage it' }
    : { check: 'managers', status: 'warning', message: `nobody may manage ${names.slice(0, 5).join(', ')}` };
}
