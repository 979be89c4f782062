import { getScannerConfig, SYMBOLOGIES } from '@scantix/api-contract';
import type { Hono, MiddlewareHandler } from 'hono';
import type { Database } from '../database/tables.ts';
import type { AppEnv } from '../http/app-env.ts';
import { implementClerkCall } from '../http/implement.ts';

export const DECISION_BUDGET_MS = 3_000;
const SNAPSHOT_STALE_AFTER_MS = 15 * 60_000;
const SNAPSHOT_EXPIRES_AFTER_MS = 24 * 3_600_000;

/** GET /config/v0/scanner: the checkpoints of the clerk's workgroup and how its devices scan. */
export function mountScannerConfig(
  app: Hono<AppEnv>,
  { db, requireSession }: { db: Database; requireSession: MiddlewareHandler<AppEnv> },
): void {
  implementClerkCall(app, getScannerConfig, { requireSession }, async ({ clerk }) => ({
    ticketing: clerk.ticketing,
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
  }));
}
