import type { ReportSummary } from '@scantix/api-contract';
import { formatDateTime, formatNumber, formatTime, isolated } from '@scantix/i18n';
import { Badge, Panel } from '@scantix/ui-shell/react';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useHasTickets } from '../../hooks/use-has-tickets.ts';
import { useI18n } from '../../hooks/use-i18n.ts';
import type { PeriodName } from './period.ts';
import { useLastUpdated } from './use-last-updated.ts';

interface SummaryTilesProps {
  readonly summary: ReportSummary;
  readonly period: PeriodName;
  /** The venue's, where the device has another one. */
  readonly timeZone: string | undefined;
  /** Why the last read failed, so that the numbers may be old. */
  readonly stale: Error | null;
}

/** The totals of the period. */
export function SummaryTiles({ summary, period, timeZone, stale }: SummaryTilesProps) {
  const i18n = useI18n();
  const hasTickets = useHasTickets();
  const lastUpdated = useLastUpdated(timeZone);
  const {
    admitted,
    inside,
    remaining,
    per_minute,
    peak,
    decision_ms,
    offline_share,
    as_of,
    came_back = 0,
    taken_back = 0,
    marked = 0,
    clerk_decisions: decisions,
    places = [],
  } = summary;
  const number = (value: number) => formatNumber(value, i18n.locale, { maximumFractionDigits: 1 });
  const percent = (value: number) => formatNumber(value, i18n.locale, { style: 'percent', maximumFractionDigits: 1 });
  const none = '–';
  const isLong = Math.max(admitted, inside, remaining) >= 1e6 || (decision_ms?.p95 ?? 0) >= 1e3;
  return (
    <div>
      <Panel className={`app-stats app-reports__tiles${isLong ? ' app-reports__tiles--long' : ''}`}>
        <Tile label={i18n.t('Admitted')}>{number(admitted)}</Tile>
        <Tile label={i18n.t('Inside')}>{hasTickets ? number(inside) : none}</Tile>
        <Tile label={i18n.t('Remaining')}>{hasTickets ? number(remaining) : none}</Tile>
        <Tile
          label={i18n.t('Per minute')}
          {...(peak && {
            note: i18n.t('Peak {count} in 5\u00a0min, {time}', {
              count: number(peak.admitted),
              time: (period === 'week' || period === 'month' ? formatDateTime : formatTime)(
                peak.at,
                i18n.locale,
                timeZone,
              ),
            }),
          })}
        >
          {number(per_minute)}
        </Tile>
        <Tile
          label={i18n.t('Decision time (95\u00a0%)')}
          {...(decision_ms && { note: i18n.t('Median {ms}\u00a0ms', { ms: number(decision_ms.p50) }) })}
        >
          {decision_ms ? i18n.t('{ms}\u00a0ms', { ms: number(decision_ms.p95) }) : none}
        </Tile>
        <Tile label={i18n.t({ id: 'report.offline', message: 'Offline' })}>
          {offline_share === null ? none : percent(offline_share)}
        </Tile>
      </Panel>
      {(hasTickets ? places : []).map((place) => (
        <p key={place.id} className="app-reports__stale">
          {i18n.t('Inside {checkpoint}: {count} of {capacity}', {
            checkpoint: isolated(place.name),
            count: number(place.inside),
            capacity: number(place.capacity),
          })}
          {place.inside > place.capacity && (
            <>
              {' '}
              <Badge icon={<TriangleAlert aria-hidden />}>{i18n.t('Over capacity')}</Badge>
            </>
          )}
        </p>
      ))}
      {marked > 0 && (
        <p className="app-muted app-reports__stale">{i18n.t('Marked scans: {count}', { count: number(marked) })}</p>
      )}
      {decisions && decisions.let_in + decisions.turned_away > 0 && (
        <p className="app-muted app-reports__stale">
          {i18n.t(
            'Decided by clerks: {letIn, plural, other {# let in or out}}, {turnedAway, plural, other {# turned away}}',
            {
              letIn: decisions.let_in,
              turnedAway: decisions.turned_away,
            },
          )}
        </p>
      )}
      {taken_back > 0 && (
        <p className="app-muted app-reports__stale">
          {i18n.t('Scans taken back: {count}', { count: number(taken_back) })}
        </p>
      )}
      {came_back > 0 && (
        <p className="app-muted app-reports__stale">
          {i18n.t('Scans sent again after a restore: {count}', { count: number(came_back) })}
        </p>
      )}
      {stale && (
        <p className="app-muted app-reports__stale" role="status">
          {stale.message} {i18n.t('Last updated {time}.', { time: lastUpdated(as_of) })}
        </p>
      )}
    </div>
  );
}

function Tile({ label, note, children }: { label: string; note?: string; children: ReactNode }) {
  return (
    <div className="app-stat">
      <span className="app-stat__label">{label}</span>
      <span className="app-stat__value">{children}</span>
      {note && <small className="app-muted">{note}</small>}
    </div>
  );
}
