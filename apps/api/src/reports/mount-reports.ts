import { countScans, getReportBreakdown, getReportSummary, getReportTimeline } from '@scantix/api-contract';
import type { Hono, MiddlewareHandler } from 'hono';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/tables.ts';
import type { AppEnv } from '../http/app-env.ts';
import { implementClerkCall } from '../http/implement.ts';
import { DECISION_BUDGET_MS } from '../scanner-config/mount-scanner-config.ts';
import { readBreakdown } from './breakdown.ts';
import { readCounts } from './counts.ts';
import { reportScope } from './report-scope.ts';
import { readSummary } from './summary.ts';
import { readTimeline } from './timeline.ts';

/** GET /scantix/v0/reports/…: what happened in the clerk's domain, counted. */
export function mountReports(
  app: Hono<AppEnv>,
  { db, clock, requireSession }: { db: Database; clock: Clock; requireSession: MiddlewareHandler<AppEnv> },
): void {
  const asOf = () => new Date(clock.now()).toISOString();
  implementClerkCall(app, getReportSummary, { requireSession }, async ({ clerk, query }) =>
    readSummary(db, reportScope(clerk.domainId, query), {
      now: clock.now(),
      decisionBudgetMs: DECISION_BUDGET_MS,
    }),
  );
  implementClerkCall(app, getReportTimeline, { requireSession }, async ({ clerk, query }) => ({
    as_of: asOf(),
    points: await readTimeline(db, reportScope(clerk.domainId, query), Number(query.step_ms)),
  }));
  implementClerkCall(app, getReportBreakdown, { requireSession }, async ({ clerk, query }) => ({
    as_of: asOf(),
    groups: await readBreakdown(db, reportScope(clerk.domainId, query), query.by),
  }));
  implementClerkCall(app, countScans, { requireSession }, async ({ clerk, query }) => {
    const { this_device: thisDevice, ...filters } = query;
    return readCounts(db, { domainId: clerk.domainId, filters, thisDevice });
  });
}
