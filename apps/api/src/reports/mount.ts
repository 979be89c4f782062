import * as contract from '@scantix/api-contract';
import type { Hono, MiddlewareHandler } from 'hono';
import type { Sessions } from '../auth/sessions.ts';
import type { Database } from '../database/tables.ts';
import type { AppEnv } from '../http/app-env.ts';
import { implementClerkAnswer, implementClerkCall } from '../http/implement.ts';
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
  implementClerkCall(app, contract.countScans, parts, async ({ clerk, query }) => {
    const { this_device: thisDevice, ...filters } = query;
    return readCounts(db, { clerk, filters, thisDevice });
  });
  implementClerkAnswer(app, contract.exportScansAsCsv, parts, async (call) => exportScansAsCsv(parts, call));
  implementClerkAnswer(app, contract.exportScansAsJson, parts, async (call) => exportScansAsJson(parts, call));
  const watch = createDomainWatch({ db, log });
  implementClerkAnswer(app, contract.watchReports, parts, async (call) => streamChanges({ ...parts, watch }, call));
}
