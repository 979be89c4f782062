import { ButtonLink, EmptyState, List, Page, Panel, Section, Skeleton } from '@scantix/ui-shell/react';
import { useAtomValue } from 'jotai';
import { ScanBarcode } from 'lucide-react';
import type { ReactNode } from 'react';
import { useApp } from '../../app-context.ts';
import { formatDay } from '../../format/dates.ts';
import { LedgerScanRow } from '../../scan/ledger-scan-row.tsx';
import { useLedgerScans } from '../../scan/use-ledger-scans.ts';
import { VerdictIcon } from '../../verdict/verdict-icon.tsx';
import { countToday } from './count-today.ts';
import { WhereAndHow } from './where-and-how.tsx';

/** Home: *Scan* first, then the day on this device, where it scans, and the last scans. */
export function HomeView() {
  const { atoms } = useApp();
  const waiting = useAtomValue(atoms.waitingAtom);
  const scans = useLedgerScans(5000);
  const now = new Date();
  const today = countToday(scans ?? [], now);

  return (
    <Page
      className="app-home"
      actions={
        <ButtonLink href="/scanner" variant="primary" size={64} wide icon={<ScanBarcode aria-hidden />}>
          Scan
        </ButtonLink>
      }
    >
      <Section title="Today" note={`${formatDay(now)} · this device`}>
        {scans === null ? (
          <Skeleton height={148} />
        ) : (
          <Panel className="app-stats">
            <Stat label="Scans" value={today.scans} lead />
            <Stat label="Accepted" value={today.accepted} icon={<VerdictIcon outcome="accepted" decorative />} />
            <Stat label="Refused" value={today.refused} icon={<VerdictIcon outcome="refused" decorative />} />
            <Stat label="Waiting" value={waiting} icon={<VerdictIcon outcome="undecided" decorative />} />
          </Panel>
        )}
      </Section>
      <Section title="Where and how">
        <WhereAndHow />
      </Section>
      <Section title="Last scans" link={{ href: '/results', label: 'All results' }}>
        {scans === null && <Skeleton count={3} />}
        {scans?.length === 0 && (
          <EmptyState title="No scans yet" message="What this device scans is listed here, newest first." />
        )}
        {scans && scans.length > 0 && (
          <List>
            {scans.slice(0, 5).map((scan) => (
              <LedgerScanRow key={scan.scan.id} entry={scan} />
            ))}
          </List>
        )}
      </Section>
    </Page>
  );
}

function Stat({ label, value, icon, lead }: { label: string; value: number; icon?: ReactNode; lead?: boolean }) {
  return (
    <div className={lead ? 'app-stat app-stat--lead' : 'app-stat'}>
      <span className="app-stat__label">
        {icon}
        {label}
      </span>
      <span className="app-stat__value">{new Intl.NumberFormat('en').format(value)}</span>
    </div>
  );
}
