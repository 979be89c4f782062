import { ButtonLink, EmptyState, List, Page, Panel, Section } from '@scantix/ui-shell/react';
import { useAtomValue } from 'jotai';
import { ScanBarcode } from 'lucide-react';
import type { ReactNode } from 'react';
import { useApp } from '../../app-context.ts';
import { formatDay } from '../../format/dates.ts';
import { useI18n } from '../../i18n/use-i18n.ts';
import { DecisionList } from '../../offline/decision-list.tsx';
import { Readiness } from '../../offline/readiness.tsx';
import { useLedgerCounts } from '../../offline/use-ledger-counts.ts';
import { LedgerScanRow } from '../../scan/ledger-scan-row.tsx';
import { useLedgerScans } from '../../scan/use-ledger-scans.ts';
import { Loading } from '../../shell/loading.tsx';
import { VerdictIcon } from '../../verdict/verdict-icon.tsx';
import { Rhythm } from './rhythm.tsx';
import { WhereAndHow } from './where-and-how.tsx';

/** Home: *Scan* first, then the day on this device, where it scans, and the last scans. */
export function HomeView() {
  const { atoms } = useApp();
  const i18n = useI18n();
  const waiting = useAtomValue(atoms.waitingAtom);
  const scans = useLedgerScans(10);
  const now = new Date();
  const since = new Date(now).setHours(0, 0, 0, 0);
  const today = useLedgerCounts(since);

  return (
    <Page
      className="app-home"
      actions={
        <ButtonLink href="/scanner" variant="primary" size={64} wide icon={<ScanBarcode aria-hidden />}>
          {i18n.t({ id: 'action.scan', message: 'Scan' })}
        </ButtonLink>
      }
    >
      <Section title={i18n.t('Today')} note={i18n.t('{day} · this device', { day: formatDay(now, i18n.locale) })}>
        <Panel className="app-stats">
          <Stat
            label={i18n.t('Scans')}
            value={today && Object.values(today).reduce((sum, count) => sum + count, 0)}
            lead
          >
            <Rhythm since={since} />
          </Stat>
          <Stat
            label={i18n.t({ id: 'today.accepted', message: 'Accepted' })}
            value={today?.admitted ?? null}
            icon={<VerdictIcon outcome="accepted" decorative />}
          />
          <Stat
            label={i18n.t({ id: 'today.refused', message: 'Refused' })}
            value={today?.refused ?? null}
            icon={<VerdictIcon outcome="refused" decorative />}
          />
          <Stat
            label={i18n.t({ id: 'today.waiting', message: 'Waiting' })}
            value={today && waiting}
            icon={<VerdictIcon outcome="undecided" decorative />}
          />
        </Panel>
      </Section>
      <DecisionList />
      <Section title={i18n.t('Where and how')}>
        <WhereAndHow>
          <Readiness />
        </WhereAndHow>
      </Section>
      <Section title={i18n.t('Last scans')} link={{ href: '/results', label: i18n.t('All results') }}>
        {scans === null && <Loading count={3} />}
        {scans?.length === 0 && (
          <EmptyState
            title={i18n.t('No scans yet')}
            message={i18n.t('What this device scans is listed here, newest first.')}
          />
        )}
        {scans && scans.length > 0 && (
          <List className="app-last-scans">
            {scans.map((scan) => (
              <LedgerScanRow key={scan.scan.id} entry={scan} />
            ))}
          </List>
        )}
      </Section>
    </Page>
  );
}

interface StatProps {
  readonly label: string;
  readonly value: number | null;
  readonly icon?: ReactNode;
  readonly lead?: boolean;
  /** What stands beside the number. */
  readonly children?: ReactNode;
}

/** Its place is held until the number is known: nothing below may jump. */
function Stat({ label, value, icon, lead, children }: StatProps) {
  const { locale } = useI18n();
  return (
    <div className={lead ? 'app-stat app-stat--lead' : 'app-stat'}>
      <span className="app-stat__label">
        {icon}
        {label}
      </span>
      <span className="app-stat__value">{value === null ? '\u00a0' : new Intl.NumberFormat(locale).format(value)}</span>
      {children}
    </div>
  );
}
