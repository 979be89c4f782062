import * as contract from '@scantix/api-contract';
import type { Hono, MiddlewareHandler } from 'hono';
import { recordAudit } from '../audit/record-audit.ts';
import type { Sessions } from '../auth/sessions.ts';
import type { Database } from '../database/tables.ts';
import type { AppEnv } from '../http/app-env.ts';
import { type ClerkPace, createClerkSlots, EXPORT_SLOTS } from '../http/clerk-limits.ts';
import type { ClientAddress } from '../http/client-address.ts';
import { type ClerkCall, implementClerkAnswer, implementClerkCall } from '../http/implement.ts';
import { DECISION_BUDGET_MS } from '../scanner-config/read-scanner-config.ts';
import type { Clock } from '../system/clock.ts';
import type { Log } from '../system/log.ts';
import { createDomainWatch } from './domain-watch.ts';
import { exportScansAsCsv, exportScansAsJson } from './export-scans.ts';
import { readBreakdown } from './read-breakdown.ts';
import { readCounts } from './read-counts.ts';
import { readSummary } from './read-summary.ts';
import { readTimeline } from './read-timeline.ts';
import { reportScope } from './report-scope.ts';
import { streamChanges } from './stream-changes.ts';

export interface ReportsParts {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly sessions: Sessions;
  readonly requireSession: MiddlewareHandler<AppEnv>;
  readonly isStopping: () => boolean;
  readonly clientAddress: ClientAddress;
  readonly searchPace: ClerkPace;
}

/** Mounts the calls of Reports: counts, exports and the live stream. */
export function mountReports(app: Hono<AppEnv>, parts: ReportsParts): void {
  const { db, clock, log } = parts;
  const asOf = () => new Date(clock.now()).toISOString();
  implementClerkCall(app, contract.getReportSummary, parts, async ({ clerk, query }) =>
    readSummary(db, reportScope(clerk.domainId, query), { now: clock.now(), decisionBudgetMs: DECISION_BUDGET_MS }),
  );
  implementClerkCall(app, contract.getReportTimeline, parts, async ({ clerk, query }) => ({
    as_of: asOf(),
    points: await readTimeline(db, reportScope(clerk.domainId, query), Number(query.step_ms)),
  }));
  implementClerkCall(app, contract.getReportBreakdown, parts, async ({ clerk, query }) => ({
    as_of: asOf(),
    groups: await readBreakdown(db, reportScope(clerk.domainId, query), query.by),
  }));
  implementClerkCall(app, contract.countScans, parts, async ({ clerk, body }) => {
    const { this_device: thisDevice, ...filters } = body;
    if (filters.search) parts.searchPace.take(clerk.id);
    return readCounts(db, { clerk, filters, thisDevice });
  });
  const exports = createClerkSlots(EXPORT_SLOTS);
  const exported =
    (format: 'csv' | 'json', answer: typeof exportScansAsCsv) =>
    async (call: ClerkCall<typeof contract.exportScansAsCsv>) => {
      const onEnd = exports.enter(call.clerk.id);
      try {
        await recordExport(parts, call, format);
      } catch (error) {
        onEnd();
        throw error;
      }
      return answer({ db, onEnd }, call);
    };
  implementClerkAnswer(app, contract.exportScansAsCsv, parts, exported('csv', exportScansAsCsv));
  implementClerkAnswer(app, contract.exportScansAsJson, parts, exported('json', exportScansAsJson));
  const watch = createDomainWatch({ db, log });
  const streams = createClerkSlots({ perClerk: 8, total: 500, retryAfterMs: 30_000 });
  implementClerkAnswer(app, contract.watchReports, parts, async (call) =>
    streamChanges({ ...parts, watch, onEnd: streams.enter(call.clerk.id) }, call),
  );
}

/** Records who exported, in which form and by which filters; not what they look for. */
function recordExport(
  { db, clientAddress }: ReportsParts,
  { clerk, body, context }: ClerkCall<typeof contract.exportScansAsCsv>,
  format: 'csv' | 'json',
): Promise<void> {
  return recordAudit(db, {
    action: 'scans.exported',
    domainId: clerk.domainId,
    actor: { kind: 'clerk', id: clerk.id, login: clerk.login },
    detail: { format, filters: Object.keys(body).toSorted() },
    address: clientAddress(context),
  });
}
