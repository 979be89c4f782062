import '../../styles/reports.css';
import { Button, ButtonLink, Link, Page } from '@scantix/ui-shell/react';
import { ChevronRight, Printer } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useFeature } from '../../hooks/use-feature.ts';
import { useI18n } from '../../hooks/use-i18n.ts';
import { useRight } from '../../hooks/use-right.ts';
import { useQueryParameters } from '../../navigation/use-query-parameters.ts';
import { useQueryFailure } from '../../queries/use-query-failure.ts';
import { Loading } from '../loading/loading.tsx';
import { AskSupervisor } from '../rights/ask-supervisor.tsx';
import { BreakdownCards } from './breakdown-cards.tsx';
import { ConflictList } from './conflict-list.tsx';
import { DeviceCounts } from './device-counts.tsx';
import { ExportButton } from './export-button.tsx';
import { PERIODS, type PeriodName } from './period.ts';
import { SummaryTiles } from './summary-tiles.tsx';
import { TimelineCard } from './timeline-card.tsx';
import { useLiveReports } from './use-live-reports.ts';
import { useReports } from './use-reports.ts';

const LiveGates = lazy(async () => ({ default: (await import('./gates/live-gates.tsx')).LiveGates }));

/** Live counts of the domain for supervisors; for others, and without the server, those of this device. */
export function ReportsView() {
  const i18n = useI18n();
  const supervises = useRight('supervise');
  const mayExport = useFeature('export') && supervises !== false;
  const hasResults = useFeature('results');
  const [period, setPeriod] = usePeriod();
  const showsGates = useQueryParameters()[0].get('show') === 'gates';

  if (showsGates && supervises !== false) {
    return (
      <Page className="app-reports">
        <div className="app-reports__bar">
          <ButtonLink href={`/reports?period=${period}`}>{i18n.t('All figures')}</ButtonLink>
        </div>
        <Suspense fallback={<Loading count={2} height={310} />}>
          <LiveGates />
        </Suspense>
      </Page>
    );
  }
  return (
    <Page className="app-reports">
      <div className="app-reports__bar">
        <PeriodPicker period={period} onChange={setPeriod} />
        {hasResults && (
          <Link className="app-reports__results" href="/results">
            {i18n.t('All results')}
            <ChevronRight aria-hidden />
          </Link>
        )}
        {supervises && <ButtonLink href={`/reports?period=${period}&show=gates`}>{i18n.t('Live gates')}</ButtonLink>}
        {mayExport && <ExportButton period={period} />}
        <Button className="app-reports__print" aria-label={i18n.t('Print')} onClick={() => window.print()}>
          <Printer aria-hidden />
        </Button>
      </div>
      {supervises === null && <Loading count={2} height={310} />}
      {supervises && <DomainReports period={period} />}
      {supervises === false && (
        <>
          <AskSupervisor
            shown={i18n.t('This device only')}
            hidden={i18n.t('The numbers of all checkpoints are for supervisors.')}
          />
          <DeviceCounts period={period} />
        </>
      )}
    </Page>
  );
}

function DomainReports({ period }: { period: PeriodName }) {
  const reports = useReports(period);
  const failure = useQueryFailure(reports);
  useLiveReports();
  if (failure) return <DeviceCounts period={period} failure={failure} />;
  if (!reports.data) return <Loading count={2} height={310} />;
  const { data, error } = reports;
  return (
    <>
      <SummaryTiles summary={data.summary} period={data.period} timeZone={data.timeZone} stale={error} />
      <ConflictList open={data.summary.open_conflicts} />
      <div className="app-charts">
        <TimelineCard reports={data} />
        <BreakdownCards breakdowns={data.breakdowns} />
      </div>
    </>
  );
}

/** The period is part of the address, so that a report can be bookmarked and shared. */
function usePeriod(): [PeriodName, (period: PeriodName) => void] {
  const [parameters, setParameters] = useQueryParameters();
  const period = PERIODS.find((name) => name === parameters.get('period')) ?? 'today';
  return [period, (name) => setParameters({ period: name })];
}

function PeriodPicker({ period, onChange }: { period: PeriodName; onChange: (period: PeriodName) => void }) {
  const i18n = useI18n();
  const words: Record<PeriodName, string> = {
    hour: i18n.t('Last hour'),
    today: i18n.t('Today'),
    week: i18n.t('7 days'),
    month: i18n.t('30 days'),
  };
  return (
    <fieldset className="app-segments">
      <legend className="stx-hidden">{i18n.t('Period')}</legend>
      {PERIODS.map((name) => (
        <label key={name}>
          <input type="radio" name="period" checked={period === name} onChange={() => onChange(name)} />
          <span>{words[name]}</span>
        </label>
      ))}
    </fieldset>
  );
}
