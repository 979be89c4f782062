import { formatDate, formatDateTime, formatNumber, formatTime } from '@scantix/i18n';
import { inZone } from '../../format/other-zone.ts';
import { useI18n } from '../../hooks/use-i18n.ts';
import { ChartCard } from './chart-card.tsx';
import { LineChart } from './line-chart.tsx';
import type { PeriodName } from './period.ts';
import type { Reports } from './use-reports.ts';

/** Admissions over the period, compared with the period before. */
export function TimelineCard({ reports }: { reports: Reports }) {
  const i18n = useI18n();
  const { period, stepMs, timeZone } = reports;
  const number = (value: number) => formatNumber(value, i18n.locale);
  const inDays = period === 'week' || period === 'month';
  const at = (iso: string) => (inDays ? formatDateTime : formatTime)(iso, i18n.locale, timeZone);
  const tick = (iso: string, minute: number) =>
    (inDays && minute === 0 ? formatDate : formatTime)(iso, i18n.locale, timeZone);
  const points = trimStart(withBefore(reports), (point) => point.admitted > 0 || point.before > 0);
  const peak = points.reduce((best, point) => (point.admitted > best.admitted ? point : best), points[0] ?? NO_POINT);
  const peakLabel =
    peak.admitted === 0 ? null : i18n.t('{count} at {time}', { count: number(peak.admitted), time: at(peak.at) });
  const compares = points.some((point) => point.before > 0);
  const isEmpty = reports.summary.scans === 0;
  const title: Record<Reports['stepMs'], string> = {
    60000: i18n.t('Admitted every minute'),
    300000: i18n.t('Admitted every 5 minutes'),
    3600000: i18n.t('Admitted every hour'),
  };
  const now: Record<PeriodName, string> = {
    hour: i18n.t('This hour'),
    today: i18n.t('Today'),
    week: i18n.t('These 7 days'),
    month: i18n.t('These 30 days'),
  };
  const then: Record<PeriodName, string> = {
    hour: i18n.t('The hour before'),
    today: i18n.t('Yesterday'),
    week: i18n.t('The 7 days before'),
    month: i18n.t('The 30 days before'),
  };

  return (
    <ChartCard
      wide
      title={title[stepMs]}
      note={
        <span className="app-legend">
          <i className="app-legend__line" />
          <span>{now[period]}</span>
          {compares && <i className="app-legend__before" />}
          <span className={compares ? undefined : 'app-legend__none'}>
            {compares ? then[period] : i18n.t('{period}: none', { period: then[period] })}
            {inZone(timeZone)}
          </span>
        </span>
      }
      table={{
        columns: [i18n.t({ id: 'timeline.from', message: 'From' }), i18n.t('Admitted'), then[period]],
        rows: points.map((point) => ({
          key: point.at,
          name: at(point.at),
          cells: [number(point.admitted), number(point.before)],
        })),
      }}
    >
      <LineChart
        description={
          peakLabel
            ? i18n.t('Line chart of admissions from {from} to {to}. Highest: {peak}.', {
                from: at(points[0]?.at ?? peak.at),
                to: at(points.at(-1)?.at ?? peak.at),
                peak: peakLabel,
              })
            : i18n.t('Line chart of admissions: none in this period.')
        }
        points={points.map(({ at: key, admitted: value }) => {
          const minute = minuteOfDay(key, timeZone);
          return { key, label: tick(key, minute), minuteOfDay: minute, value };
        })}
        before={compares ? points.map((point) => point.before) : []}
        formatNumber={(value) => formatNumber(value, i18n.locale, { notation: 'compact' })}
        peakLabel={peakLabel}
      >
        {isEmpty && (
          <>
            <b>{i18n.t('No scans in this period')}</b>
            {period !== 'month' && <span className="app-muted">{i18n.t('Choose a longer period')}</span>}
          </>
        )}
      </LineChart>
    </ChartCard>
  );
}

/** The points with what was admitted in the period before: yesterday at that time of day, else as long before. */
export function withBefore({ period, timeline, before, timeZone }: Compared) {
  if (period === 'today') {
    const admitted = new Map<number, number>();
    for (const point of before) {
      const minute = minuteOfDay(point.at, timeZone);
      admitted.set(minute, (admitted.get(minute) ?? 0) + point.admitted);
    }
    return timeline.map((point) => ({ ...point, before: admitted.get(minuteOfDay(point.at, timeZone)) ?? 0 }));
  }
  // The first step may start before the period, so the series are aligned at their ends.
  const shift = before.length - timeline.length;
  return timeline.map((point, index) => ({ ...point, before: before[index + shift]?.admitted ?? 0 }));
}

type Compared = Pick<Reports, 'period' | 'timeline' | 'before' | 'timeZone'>;

const NO_POINT = { at: '', admitted: 0 };

function minuteOfDay(iso: string, timeZone: string | undefined): number {
  // English has the digits of ASCII.
  const [hours = 0, minutes = 0] = formatTime(iso, 'en', timeZone).split(':').map(Number);
  return hours * 60 + minutes;
}

/** Removes the points before the first that counts, except one and at least {@link MIN_POINTS} in total. */
function trimStart<Point>(points: readonly Point[], counts: (point: Point, index: number) => boolean): Point[] {
  const first = points.findIndex(counts);
  return points.slice(Math.max(0, Math.min(first - 1, points.length - MIN_POINTS)));
}

/** A line needs at least this many. */
const MIN_POINTS = 12;
