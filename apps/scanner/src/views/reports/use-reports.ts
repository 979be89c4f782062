import type { I18n } from '@lingui/core';
import {
  type ApiClient,
  type ApiOutcome,
  type Breakdown,
  getReportBreakdown,
  getReportSummary,
  getReportTimeline,
  type ReportSummary,
} from '@scantix/api-contract';
import { useQuery } from '@tanstack/react-query';
import { failureWords } from '../../format/failure-words.ts';
import { otherZone } from '../../format/other-zone.ts';
import { useI18n } from '../../hooks/use-i18n.ts';
import { useServerClock } from '../../hooks/use-server-clock.ts';
import { useVenueZone } from '../../hooks/use-venue-zone.ts';
import { useApp } from '../../services/app-context.ts';
import { type Period, type PeriodName, periodBefore, periodOf } from './period.ts';

export interface TimelinePoint {
  readonly at: string;
  readonly scans: number;
  readonly admitted: number;
  readonly refused: number;
}

interface Counts {
  readonly scans: number;
  readonly admitted: number;
  readonly refused: number;
}

export interface BreakdownGroup extends Counts {
  readonly key: string;
  readonly name: string;
}

/** The groups with the most scans first, and how much the server has counted for the others together. */
export interface ScanBreakdown {
  readonly groups: readonly BreakdownGroup[];
  readonly others?: (Counts & { readonly groups: number }) | undefined;
}

/** Everything that the view shows of one period. */
export interface Reports {
  readonly period: PeriodName;
  readonly stepMs: Period['stepMs'];
  /** The venue's, where the device has another one. */
  readonly timeZone: string | undefined;
  readonly summary: ReportSummary;
  readonly timeline: readonly TimelinePoint[];
  /** The timeline of the period before, in the same steps. */
  readonly before: readonly TimelinePoint[];
  readonly breakdowns: Readonly<Record<Breakdown, ScanBreakdown>>;
}

/** The pace and the last hour change with time, even without scans. */
const REFETCH_MS = 30_000;

/** The numbers of a period. The last ones of it stay while newer ones load or fail to load. */
export function useReports(name: PeriodName) {
  const { api } = useApp();
  const i18n = useI18n();
  const zone = useVenueZone();
  const clock = useServerClock();
  return useQuery({
    queryKey: ['reports', name, zone],
    refetchInterval: REFETCH_MS,
    queryFn: ({ signal }) => readReports(api, { name, now: new Date(clock.now()), zone, signal, i18n }),
  });
}

interface Asked {
  readonly name: PeriodName;
  /** By the server's clock. */
  readonly now: Date;
  /** The venue's time zone, where the device has another one. */
  readonly zone: string | undefined;
  readonly signal: AbortSignal;
  readonly i18n: I18n;
}

async function readReports(api: ApiClient, { name, now, zone, signal, i18n }: Asked): Promise<Reports> {
  const period = periodOf(name, now, zone);
  const expectValue = <Value>(outcome: ApiOutcome<Value>): Value => {
    if (outcome.ok) return outcome.value;
    throw new Error(failureWords(i18n, outcome.failure));
  };
  const readTimeline = (of: Period) =>
    api.call(getReportTimeline, { query: { ...toQuery(of), step_ms: `${of.stepMs}` }, signal }).then(expectValue);
  const breakdown = async (by: Breakdown) =>
    expectValue(await api.call(getReportBreakdown, { query: { ...toQuery(period), by }, signal }));
  const [
    summary,
    { points: timeline, time_zone },
    { points: before },
    reason,
    checkpoint,
    clerk,
    device,
    ticket_type,
    symbology,
  ] = await Promise.all([
    api.call(getReportSummary, { query: toQuery(period), signal }).then(expectValue),
    readTimeline(period),
    readTimeline(periodBefore(name, period, zone)),
    breakdown('reason'),
    breakdown('checkpoint'),
    breakdown('clerk'),
    breakdown('device'),
    breakdown('ticket_type'),
    breakdown('symbology'),
  ]);
  const breakdowns = { reason, checkpoint, clerk, device, ticket_type, symbology };
  const timeZone = otherZone(time_zone);
  return { period: name, stepMs: period.stepMs, timeZone, summary, timeline, before, breakdowns };
}

function toQuery({ from, to }: Period) {
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}
