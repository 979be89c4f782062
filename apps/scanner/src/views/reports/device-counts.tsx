import { OUTCOMES } from '@scantix/api-contract';
import { Button, EmptyState, KeyValueList, Section } from '@scantix/ui-shell/react';
import { inZone } from '../../format/other-zone.ts';
import { useI18n } from '../../hooks/use-i18n.ts';
import { useVenueZone } from '../../hooks/use-venue-zone.ts';
import { useLedgerScans } from '../../ledger/use-ledger-scans.ts';
import { OUTCOME_WORDS, REASON_WORDS } from '../../verdict/verdict-words.ts';
import { Loading } from '../loading/loading.tsx';
import { type PeriodName, periodOf } from './period.ts';

interface DeviceCountsProps {
  readonly period: PeriodName;
  /** Calls the server again, which cannot be reached. @default the server keeps its numbers for supervisors */
  readonly onRetry?: () => void;
}

/** The verdicts of this device in a period, by outcome and reason; shown where the server does not tell its numbers. */
export function DeviceCounts({ period, onRetry }: DeviceCountsProps) {
  const i18n = useI18n();
  const zone = useVenueZone();
  const retry = onRetry && <Button onClick={onRetry}>{i18n.t('Try again')}</Button>;
  const scans = useLedgerScans(5000);
  if (scans === null) return <Loading height={240} />;
  const { from } = periodOf(period, new Date(), zone);
  const verdicts = scans.flatMap(({ scan, verdict }) =>
    verdict && Date.parse(scan.claimed_at) >= from ? [verdict] : [],
  );
  if (verdicts.length === 0) {
    return (
      <EmptyState
        title={onRetry ? i18n.t('The server cannot be reached') : i18n.t('No scans in this period')}
        message={i18n.t('Choose a longer period')}
        actions={retry}
      />
    );
  }
  const outcomes = countBy(verdicts, ({ outcome }) => outcome);
  const reasons = countBy(
    verdicts.filter(({ outcome }) => outcome === 'refused'),
    ({ reason }) => reason,
  );
  return (
    <>
      <Section
        title={i18n.t('By outcome')}
        note={`${onRetry ? i18n.t('This device only: the server cannot be reached') : i18n.t('This device')}${period === 'today' ? inZone(zone) : ''}`}
      >
        <KeyValueList
          items={OUTCOMES.map((outcome) => ({
            key: i18n.t(OUTCOME_WORDS[outcome]),
            value: outcomes.get(outcome) ?? 0,
          }))}
        />
      </Section>
      {reasons.size > 0 && (
        <Section title={i18n.t('Refused, by reason')} note={i18n.t('This device')}>
          <KeyValueList
            items={[...reasons].map(([reason, count]) => ({ key: i18n.t(REASON_WORDS[reason]), value: count }))}
          />
        </Section>
      )}
      {retry}
    </>
  );
}

/** Counts the items of each key, the most frequent key first. */
function countBy<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return new Map([...counts].sort(([, a], [, b]) => b - a));
}
