import { OUTCOMES } from '@scantix/api-contract';
import { EmptyState, KeyValueList, Page, Section, Skeleton } from '@scantix/ui-shell/react';
import { useLedgerScans } from '../../scan/use-ledger-scans.ts';
import { OUTCOME_WORDS, REASON_WORDS } from '../../verdict/verdict-words.ts';
import { countBy } from './count-by.ts';

/** What this device has decided, counted by outcome and by reason. */
export function ReportsView() {
  const scans = useLedgerScans(5000);
  if (scans === null) {
    return (
      <Page>
        <Skeleton height={240} />
      </Page>
    );
  }
  const verdicts = scans.flatMap(({ verdict }) => (verdict ? [verdict] : []));
  if (verdicts.length === 0) {
    return <EmptyState full title="Nothing to report yet" message="Scans of this device are counted here." />;
  }
  const outcomes = countBy(verdicts, ({ outcome }) => outcome);
  const reasons = countBy(
    verdicts.filter(({ outcome }) => outcome === 'refused'),
    ({ reason }) => reason,
  );
  return (
    <Page>
      <Section title="By outcome" note="This device">
        <KeyValueList
          items={OUTCOMES.map((outcome) => ({ key: OUTCOME_WORDS[outcome], value: outcomes.get(outcome) ?? 0 }))}
        />
      </Section>
      {reasons.size > 0 && (
        <Section title="Refused, by reason" note="This device">
          <KeyValueList items={[...reasons].map(([reason, count]) => ({ key: REASON_WORDS[reason], value: count }))} />
        </Section>
      )}
    </Page>
  );
}
