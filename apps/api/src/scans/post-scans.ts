import { type ApiErrorCode, postScans, type Scan, type ScanResult, scan as scanSchema } from '@scantix/api-contract';
import type { Hono, MiddlewareHandler } from 'hono';
import * as z from 'zod/mini';
import type { SignedInClerk } from '../auth/signed-in-clerk.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/tables.ts';
import { ApiError } from '../http/api-error.ts';
import type { AppEnv } from '../http/app-env.ts';
import { describeIssues, implementClerkCall } from '../http/implement.ts';
import type { Log } from '../log.ts';
import { loadCheckpoints } from '../scanner-config/checkpoints.ts';
import type { ScanContext, ScanInContext } from './found-scan.ts';
import { recordScans } from './record-scans.ts';

/** Room for as many scans as a call may carry, each with the longest barcode. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;

/** POST /scantix/v0/scanner/scans: each scan is judged and answered on its own, in the order of the call. */
export function mountPostScans(
  app: Hono<AppEnv>,
  {
    db,
    clock,
    newId,
    log,
    requireSession,
  }: { db: Database; clock: Clock; newId: () => string; log: Log; requireSession: MiddlewareHandler<AppEnv> },
): void {
  implementClerkCall(app, postScans, { requireSession, maxBodyBytes: MAX_BODY_BYTES }, async ({ clerk, body }) => {
    const parsed = body.scans.map((candidate) => ({ id: candidate.id, scan: z.safeParse(scanSchema, candidate) }));
    const scans = parsed.flatMap(({ scan }) => (scan.success ? [scan.data] : []));
    const contextOf = await loadContexts(db, clerk, scans);
    const answers: (ScanResult | undefined)[] = [];
    const candidates: (ScanInContext & { index: number })[] = [];
    for (const [index, { id, scan }] of parsed.entries()) {
      const context = scan.success ? contextOf(scan.data) : undefined;
      if (!scan.success)
        answers[index] = rejected(id, 'invalid_request', `Invalid scan: ${describeIssues(scan.error)}`);
      else if (context && 'code' in context) answers[index] = rejected(id, context.code, context.message);
      else if (context) candidates.push({ index, scan: scan.data, context });
    }
    const recorded = await recordScans({ db, clock, newId }, candidates, (err) => {
      // Without an answer the device keeps the scan and sends it again.
      log.error({ err }, 'scan not recorded');
    });
    for (const [position, { index }] of candidates.entries()) answers[index] = recorded[position];
    const results = answers.filter((answer) => answer !== undefined);
    if (results.length === 0) throw new ApiError('unavailable', 'Server error: no scan could be recorded');
    return { results };
  });
}

function rejected(id: string, code: ApiErrorCode, message: string): ScanResult {
  return { id, status: 'rejected', error: { code, message } };
}

/** Reads what the scans of one call refer to, in their domain only: what another domain owns does not exist here. */
async function loadContexts(db: Database, submitter: SignedInClerk, scans: readonly Scan[]) {
  const checkpoints = await loadCheckpoints(db, submitter.domainId);
  const logins = [...new Set(scans.map(({ claimed_by }) => claimed_by))];
  const clerks =
    logins.length === 0
      ? []
      : await db
          .selectFrom('clerks')
          .select(['id', 'login', 'user_name as userName'])
          .where('domain_id', '=', submitter.domainId)
          .where('login', 'in', logins)
          .execute();
  const claimers = new Map(clerks.map((clerk) => [clerk.login, clerk]));
  return (scan: Scan): ScanContext | { code: ApiErrorCode; message: string } => {
    const checkpoint = checkpoints.get(scan.checkpoint_id);
    if (!checkpoint) return { code: 'not_found', message: 'Unknown checkpoint' };
    const claimer = claimers.get(scan.claimed_by);
    if (!claimer) return { code: 'not_found', message: 'Unknown clerk' };
    return { submitter, claimer, checkpoint, checkpoints };
  };
}
