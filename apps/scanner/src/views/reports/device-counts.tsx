import { formatNumber } from '@scantix/i18n';
import type { Tally } from '@scantix/scan-ledger';
import { EmptyState, KeyValueList, Section, useNow } from '@scantix/ui-shell/react';
import { inZone } from '../../format/other-zone.ts';
import { useI18n } from '../../hooks/use-i18n.ts';
import { useServerClock } from '../../hooks/use-server-clock.ts';
import { useVenueZone } from '../../hooks/use-venue-zone.ts';
import { useLedgerCounts } from '../../ledger/use-ledger-counts.ts';
import { useLedgerScans } from '../../ledger/use-ledger-scans.ts';
import type { QueryFailure } from '../../queries/use-query-failure.ts';
import { LOOK_WORDS, OUTCOME_WORDS, REASON_WORDS } from '../../verdict/verdict-words.ts';
import { Loading } from '../loading/loading.tsx';
import { DeviceOnly } from '../results/device-only.tsx';
import { type PeriodName, periodOf } from './period.ts';

/** Reasons are not counted in the log: those of the newest scans are. */
const MAX_READ = 5_000;
const MINUTE_MS = 60_000;

/** The tallies that a row counts. */
const ROWS: readonly { readonly words: string; readonly of: readonly Tally[] }[] = [
  { words: OUTCOME_WORDS.accepted, of: ['admitted', 'left'] },
  { words: LOOK_WORDS.check, of: ['looked'] },
  { words: /*i18n*/ 'Scanned again', of: ['repeat'] },
  { words: OUTCOME_WORDS.refused, of: ['refused'] },
  { words: OUTCOME_WORDS.undecided, of: ['undecided'] },
  { words: LOOK_WORDS.undone, of: ['undone'] },
];

interface DeviceCountsProps {
  readonly period: PeriodName;
  /** Why the server's numbers are missing. @default the server keeps its numbers for supervisors */
  readonly failure?: QueryFailure;
}

/** The scans of this device in a period, by outcome and reason; shown where the server does not tell its numbers. */
export function DeviceCounts({ period, failure }: DeviceCountsProps) {
  const i18n = useI18n();
  const zone = useVenueZone();
  const why = failure && <DeviceOnly failure={failure} />;
  const clock = useServerClock();
  // A period ends without scans, too.
  useNow(30_000);
  // Whole minutes: each other time reads the log again.
  const from = Math.floor(clock.toDevice(periodOf(period, new Date(clock.now()), zone).from) / MINUTE_MS) * MINUTE_MS;
  const counts = useLedgerCounts(from);
  const scans = useLedgerScans(MAX_READ);
  const number = (value: number) => formatNumber(value, i18n.locale);
  if (scans === null || counts === null) return <Loading height={240} />;
  if (Object.values(counts).every((count) => count === 0)) {
    return (
      <>
        {why}
        <EmptyState
          title={i18n.t('No scans in this period')}
          message={period !== 'month' && i18n.t('Choose a longer period')}
        />
      </>
    );
  }
  const refused = scans.flatMap(({ scan, tally, verdict }) =>
    verdict && tally === 'refused' && Date.parse(scan.claimed_at) >= from ? [verdict] : [],
  );
  const reasons = countBy(refused, ({ reason }) => reason);
  const isPart = refused.length < counts.refused;
  return (
    <>
      {why}
      <Section title={i18n.t('By outcome')} note={`${i18n.t('This device')}${period === 'today' ? inZone(zone) : ''}`}>
        <KeyValueList
          items={ROWS.map(({ words, of }) => ({
            key: i18n.t(words),
            value: number(of.reduce((sum, tally) => sum + counts[tally], 0)),
          }))}
        />
      </Section>
      {reasons.size > 0 && (
        <Section
          title={i18n.t('Refused, by reason')}
          note={isPart ? i18n.t('Among the last {count} scans', { count: number(MAX_READ) }) : i18n.t('This device')}
        >
          <KeyValueList
            items={[...reasons].map(([reason, count]) => ({ key: i18n.t(REASON_WORDS[reason]), value: number(count) }))}
          />
        </Section>
      )}
    </>
  );
}

/** Counts the items of each key, the most frequent key first. */
function countBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return new Map([...counts].sort(([, a], [, b]) => b - a));
}
