import { type getScannerConfig as endpoint, SYMBOLOGIES } from '@scantix/api-contract';
import type { Database } from '../database/tables.ts';
import type { Answer, ClerkCall } from '../http/implement.ts';

/** How long a device waits for this server before it decides by itself, in milliseconds. */
export const DECISION_BUDGET_MS = 3_000;
const SNAPSHOT_STALE_AFTER_MS = 15 * 60_000;
const SNAPSHOT_EXPIRES_AFTER_MS = 24 * 3_600_000;

/** Reads the checkpoints of the clerk's workgroup and how its devices scan. */
export async function readScannerConfig(
  { db }: { readonly db: Database },
  { clerk }: ClerkCall<typeof endpoint>,
): Promise<Answer<typeof endpoint>> {
  return {
    domain_id: clerk.domainId,
    ticketing: clerk.ticketing,
    rights: [...clerk.rights],
    supervisors: [],
    checkpoints: await db
      .selectFrom('checkpoints')
      .innerJoin('workgroup_checkpoints', 'workgroup_checkpoints.checkpoint_id', 'checkpoints.id')
      .select(['checkpoints.id', 'checkpoints.name'])
      .where('checkpoints.domain_id', '=', clerk.domainId)
      .where('workgroup_checkpoints.workgroup_id', '=', clerk.workgroupId)
      .orderBy('checkpoints.position')
      .orderBy('checkpoints.name')
      .execute(),
    symbologies: SYMBOLOGIES.filter((name) => name !== 'unknown'),
    decision_budget_ms: DECISION_BUDGET_MS,
    snapshot_stale_after_ms: SNAPSHOT_STALE_AFTER_MS,
    snapshot_expires_after_ms: SNAPSHOT_EXPIRES_AFTER_MS,
  };
}
