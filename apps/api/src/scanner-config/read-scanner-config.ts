import { type getScannerConfig as endpoint, SYMBOLOGIES } from '@scantix/api-contract';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { readTimeZone } from '../domains/read-time-zone.ts';
import type { Answer, ClerkCall } from '../http/implement.ts';
import type { SignedInClerk } from '../http/signed-in-clerk.ts';

/** How long a device waits for this server before it decides by itself, in milliseconds. */
export const DECISION_BUDGET_MS = 3_000;
const SNAPSHOT_STALE_AFTER_MS = 15 * 60_000;
const SNAPSHOT_EXPIRES_AFTER_MS = 12 * 3_600_000;

/** Reads the checkpoints of the clerk's workgroup and how its devices scan. */
export async function readScannerConfig(
  { db }: { readonly db: Database },
  { clerk }: ClerkCall<typeof endpoint>,
): Promise<Answer<typeof endpoint>> {
  const timeZone = await readTimeZone(db, clerk.domainId);
  return {
    domain_id: clerk.domainId,
    ...(timeZone === null ? {} : { time_zone: timeZone }),
    ticketing: clerk.ticketing,
    rights: [...clerk.rights],
    supervisors: await readSupervisors(db, clerk.domainId),
    checkpoints: await readOwnCheckpoints(db, clerk),
    symbologies: SYMBOLOGIES.filter((name) => name !== 'unknown'),
    decision_budget_ms: DECISION_BUDGET_MS,
    snapshot_stale_after_ms: SNAPSHOT_STALE_AFTER_MS,
    snapshot_expires_after_ms: SNAPSHOT_EXPIRES_AFTER_MS,
  };
}

async function readOwnCheckpoints(db: Database, { domainId, workgroupId }: SignedInClerk) {
  const rows = await db
    .selectFrom('checkpoints')
    .innerJoin('workgroup_checkpoints', 'workgroup_checkpoints.checkpoint_id', 'checkpoints.id')
    .select(['checkpoints.id', 'checkpoints.name', 'checkpoints.capacity'])
    .where('checkpoints.domain_id', '=', domainId)
    .where('workgroup_checkpoints.workgroup_id', '=', workgroupId)
    .orderBy('checkpoints.position')
    .orderBy('checkpoints.name')
    .execute();
  return rows.map(({ capacity, ...checkpoint }) => ({ ...checkpoint, ...(capacity === null ? {} : { capacity }) }));
}

/** The names of the workgroups whose clerks may supervise. */
async function readSupervisors(db: Database, domainId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('workgroups')
    .select('name')
    .where('domain_id', '=', domainId)
    .where(sql<boolean>`'supervise' = any(rights)`)
    .orderBy('name')
    .execute();
  return rows.map(({ name }) => name);
}
