import { formatDay, formatNumber } from '@scantix/i18n';
import { ButtonLink, Page, Panel, Section } from '@scantix/ui-shell/react';
import { useAtomValue } from 'jotai';
import { ScanBarcode } from 'lucide-react';
import type { ReactNode } from 'react';
import { inZone } from '../../format/other-zone.ts';
import { useFeature } from '../../hooks/use-feature.ts';
import { useI18n } from '../../hooks/use-i18n.ts';
import { createPart, usePart } from '../../hooks/use-part.ts';
import { useServerClock, useToday } from '../../hooks/use-server-clock.ts';
import { useVenueZone } from '../../hooks/use-venue-zone.ts';
import { useLedgerCounts } from '../../ledger/use-ledger-counts.ts';
import { useApp } from '../../services/app-context.ts';
import { VerdictIcon } from '../../verdict/verdict-icon.tsx';
import { Readiness } from '../offline/readiness.tsx';
import { LastScans } from './last-scans.tsx';
import { Rhythm } from './rhythm.tsx';
import { WhereAndHow } from './where-and-how.tsx';

// Seldom needed.
const DECISIONS = createPart(() => import('../offline/decision-list.tsx'));

/** Home: the Scan button, today's counts of this device, checkpoint and mode, and the last scans. */
export function HomeView() {
  const { atoms } = useApp();
  const i18n = useI18n();
  const hasOffline = useFeature('offline');
  const user = useAtomValue(atoms.userAtom);
  const hasDecisions = useAtomValue(atoms.decisionsAtom) > 0;
  const decisions = usePart(DECISIONS, hasDecisions).value;
  const zone = useVenueZone();
  const day = useToday(zone);
  const since = useServerClock().toDevice(day);
  const today = useLedgerCounts(since);
  const all = today && Object.values(today).reduce((sum, count) => sum + count, 0);
  const percent = (value: number) => formatNumber(value, i18n.locale, { style: 'percent', maximumFractionDigits: 1 });
  const accepted = today ? today.admitted + today.left : undefined;
  const shareOf = (count: number | undefined) =>
    all && count !== undefined ? i18n.t('{percent} of scans', { percent: percent(count / all) }) : null;

  return (
    <Page
      className="app-home"
      actions={
        <ButtonLink href="/scanner" variant="primary" size={64} wide icon={<ScanBarcode aria-hidden />}>
          {i18n.t({ id: 'action.scan', message: 'Scan' })}
        </ButtonLink>
      }
    >
      <Section
        title={i18n.t('Today')}
        note={i18n.t('{day} · this device', { day: formatDay(new Date(day), i18n.locale, zone) }) + inZone(zone)}
      >
        <Panel className="app-stats">
          <Stat label={i18n.t('Scans')} value={all} lead>
            <Rhythm since={since} timeZone={zone} />
          </Stat>
          <Stat
            label={i18n.t({ id: 'today.accepted', message: 'Accepted' })}
            value={accepted ?? null}
            note={shareOf(accepted)}
            icon={<VerdictIcon outcome="accepted" decorative />}
          />
          <Stat
            label={i18n.t({ id: 'today.refused', message: 'Refused' })}
            value={today?.refused ?? null}
            note={shareOf(today?.refused)}
            icon={<VerdictIcon outcome="refused" decorative />}
          />
          <Waiting counted={today !== null} />
        </Panel>
      </Section>
      {hasDecisions && decisions && <decisions.DecisionList />}
      <Section title={i18n.t('Checkpoint and mode')}>
        <WhereAndHow>{hasOffline && <Readiness />}</WhereAndHow>
      </Section>
      <LastScans>
        {user && (
          <p className="app-muted app-home__user">
            {user.userName} · {user.workgroup}
          </p>
        )}
      </LastScans>
    </Page>
  );
}

/** Reads the state of the ledger apart: it changes with each page of tickets, and all of Home would render again. */
function Waiting({ counted }: { counted: boolean }) {
  const i18n = useI18n();
  const { waiting, waitingUndos, quarantined } = useAtomValue(useApp().atoms.ledgerAtom);
  const unsent = waiting + waitingUndos + quarantined;
  return (
    <Stat
      label={i18n.t({ id: 'today.waiting', message: 'Waiting' })}
      value={counted ? unsent : null}
      note={counted ? (unsent === 0 ? i18n.t('All sent') : i18n.t('Saved here')) : null}
      icon={<VerdictIcon outcome="undecided" decorative />}
    />
  );
}

interface StatProps {
  readonly label: string;
  readonly value: number | null;
  readonly icon?: ReactNode;
  readonly lead?: boolean;
  /** Small text under the number, on wide screens. */
  readonly note?: string | null;
  /** Content beside the number. */
  readonly children?: ReactNode;
}

/** Takes the same space before the number is known, so that nothing below moves. */
function Stat({ label, value, icon, lead, note, children }: StatProps) {
  const { locale } = useI18n();
  return (
    <div className={lead ? 'app-stat app-stat--lead' : 'app-stat'}>
      <span className="app-stat__label">
        {icon}
        {label}
      </span>
      <span className="app-stat__value">{value === null ? '\u00a0' : formatNumber(value, locale)}</span>
      {note !== undefined && <small className="app-stat__note">{note ?? '\u00a0'}</small>}
      {children}
    </div>
  );
}
