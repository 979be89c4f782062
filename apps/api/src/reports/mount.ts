import * as contract from '@scantix/api-contract';
import type { Hono, MiddlewareHandler } from 'hono';
import { recordAudit } from '../audit/record-audit.ts';
import type { ClerkTurns } from '../auth/clerk-turns.ts';
import { createRightCheck } from '../auth/may-still-call.ts';
import type { Sessions } from '../auth/sessions.ts';
import type { Database } from '../database/tables.ts';
import { readTimeZone } from '../domains/read-time-zone.ts';
import type { AppEnv } from '../http/app-env.ts';
import { type ClerkPace, createClerkSlots, EXPORT_SLOTS } from '../http/clerk-limits.ts';
import type { ClientAddress } from '../http/client-address.ts';
import { type ClerkCall, implementClerkAnswer, implementClerkCall } from '../http/implement.ts';
import type { SendFileParts } from '../http/send-file.ts';
import type { SignedInClerk } from '../http/signed-in-clerk.ts';
import { DECISION_BUDGET_MS } from '../scanner-config/read-scanner-config.ts';
import type { Clock } from '../system/clock.ts';
import type { Metrics } from '../system/create-metrics.ts';
import type { Log } from '../system/log.ts';
import { createDomainWatch } from './domain-watch.ts';
import { exportScansAsCsv, exportScansAsJson } from './export-scans.ts';
import { readBreakdown } from './read-breakdown.ts';
import { readCounts } from './read-counts.ts';
import { readGates } from './read-gates.ts';
import { readSummary } from './read-summary.ts';
import { readTimeline } from './read-timeline.ts';
import { livePeriod, type PeriodQuery, type ReportScope, reportScope } from './report-scope.ts';
import { createSharedResults } from './share-results.ts';
import { streamChanges } from './stream-changes.ts';

export interface ReportsParts extends SendFileParts {
  readonly clock: Clock;
  readonly db: Database;
  /** Connections of their own for what viewers ask: no gate waits for them. @default db */
  readonly reportsDb?: Database | undefined;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly sessions: Sessions;
  readonly requireSession: MiddlewareHandler<AppEnv>;
  readonly isStopping: () => boolean;
  readonly clientAddress: ClientAddress;
  readonly searchPace: ClerkPace;
  readonly listTurns: ClerkTurns;
  readonly reportTurns: ClerkTurns;
}

/** Mounts the calls of Reports: counts, exports and the live stream. */
export function mountReports(app: Hono<AppEnv>, parts: ReportsParts): void {
  const { reportsDb: db = parts.db, clock, log } = parts;
  const asOf = () => new Date(clock.now()).toISOString();
  const { share } = createSharedResults(parts);
  /** Computes a report of a period once for all viewers of the domain, in a turn of the one who asks first. */
  const shareReport = <Query extends PeriodQuery, Result>(
    name: string,
    { clerk, query }: { readonly clerk: SignedInClerk; readonly query: Query },
    read: (scope: ReportScope) => Promise<Result>,
  ): Promise<Result> => {
    const scope = livePeriod(reportScope(clerk.domainId, query), clock.now());
    return share(JSON.stringify([scope.domainId, name, scope]), () =>
      parts.reportTurns.run(clerk.id, () => read(scope)),
    );
  };
  implementClerkCall(app, contract.getReportSummary, parts, (call) =>
    shareReport('summary', call, (scope) =>
      readSummary(db, scope, { now: clock.now(), decisionBudgetMs: DECISION_BUDGET_MS }),
    ),
  );
  implementClerkCall(app, contract.getReportTimeline, parts, (call) =>
    shareReport(`timeline ${call.query.step_ms}`, call, async (scope) => {
      const timeZone = (await readTimeZone(db, scope.domainId)) ?? 'UTC';
      const points = await readTimeline(db, scope, { stepMs: Number(call.query.step_ms), timeZone });
      return { as_of: asOf(), time_zone: timeZone, points };
    }),
  );
  implementClerkCall(app, contract.getReportBreakdown, parts, (call) =>
    shareReport(`breakdown ${call.query.by}`, call, async (scope) => ({
      as_of: asOf(),
      ...(await readBreakdown(db, scope, call.query.by)),
    })),
  );
  implementClerkCall(app, contract.getGates, parts, ({ clerk: { domainId } }) =>
    share(JSON.stringify([domainId, 'gates']), async () => ({
      ...{ as_of: asOf(), minutes: contract.GATES_WINDOW_MINUTES },
      ...(await readGates(db, { domainId, now: clock.now() })),
    })),
  );
  implementClerkCall(app, contract.countScans, parts, async ({ clerk, body }) => {
    const { this_device: thisDevice, ...filters } = body;
    if (filters.search) parts.searchPace.take(clerk.id);
    return parts.listTurns.run(clerk.id, () => readCounts(db, { clerk, filters, thisDevice }));
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
      const { context } = call;
      const mayGoOn = createRightCheck(parts, context, contract.exportScansAsCsv);
      return answer({ ...parts, db }, call, { context, mayGoOn, onEnd });
    };
  implementClerkAnswer(app, contract.exportScansAsCsv, parts, exported('csv', exportScansAsCsv));
  implementClerkAnswer(app, contract.exportScansAsJson, parts, exported('json', exportScansAsJson));
  const watch = createDomainWatch({ db, log });
  const streams = createClerkSlots({ perClerk: 8, total: 500, retryAfterMs: 30_000 });
  const enterStream = (clerkId: string) => {
    const leave = streams.enter(clerkId);
    parts.metrics.streams.inc();
    return () => {
      leave();
      parts.metrics.streams.dec();
    };
  };
  implementClerkAnswer(app, contract.watchReports, parts, async (call) =>
    streamChanges({ ...parts, watch, onEnd: enterStream(call.clerk.id) }, call),
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
