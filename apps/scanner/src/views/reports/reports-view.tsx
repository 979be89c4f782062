import { OUTCOMES } from '@scantix/api-contract';
import { EmptyState, KeyValueList, Page, Section } from '@scantix/ui-shell/react';
import { useI18n } from '../../i18n/use-i18n.ts';
import { useLedgerScans } from '../../scan/use-ledger-scans.ts';
import { Loading } from '../../shell/loading.tsx';
import { OUTCOME_WORDS, REASON_WORDS } from '../../verdict/verdict-words.ts';
import { countBy } from './count-by.ts';

/** What this device has decided, counted by outcome and by reason. */
export function ReportsView() {
  const i18n = useI18n();
  const scans = useLedgerScans(5000);
  if (scans === null) {
    return (
      <Page>
        <Loading height={240} />
      </Page>
    );
  }
  const verdicts = scans.flatMap(({ verdict }) => (verdict ? [verdict] : []));
  if (verdicts.length === 0) {
    return (
      <EmptyState
        full
        title={i18n.t('Nothing to report yet')}
        message={i18n.t('Scans of this device are counted here.')}
      />
    );
  }
  const outcomes = countBy(verdicts, ({ outcome }) => outcome);
  const reasons = countBy(
    verdicts.filter(({ outcome }) => outcome === 'refused'),
    ({ reason }) => reason,
  );
  return (
    <Page>
      <Section title={i18n.t('By outcome')} note={i18n.t('This device')}>
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
    </Page>
  );
}
