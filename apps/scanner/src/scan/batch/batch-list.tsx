import { Button } from '@scantix/ui-shell/react';
import { useI18n } from '../../i18n/use-i18n.ts';
import { visibleBarcode, wordsOf } from '../../verdict/verdict-words.ts';
import { useScanning } from '../camera-context.ts';
import { LedgerScanRow } from '../ledger-scan-row.tsx';

/** What the batch has taken so far, the newest first, and one tap to go on. */
export function BatchList() {
  const i18n = useI18n();
  const { scans, goOn } = useScanning().batch;
  const latest = scans.find(({ verdict }) => verdict !== null);
  return (
    <section className="app-batch" aria-label={i18n.t('Batch')}>
      <p className="stx-hidden" role="status">
        {latest?.verdict && describe(latest.verdict, latest.scan.barcode)}
      </p>
      {scans.length > 0 && (
        <>
          <ul className="app-batch__list">
            {scans.map((entry) => (
              <LedgerScanRow key={entry.scan.id} entry={entry} />
            ))}
          </ul>
          <div className="app-batch__go">
            <span>{i18n.t('{count, plural, one {# scan} other {# scans}}', { count: scans.length })}</span>
            <Button variant="primary" onClick={goOn}>
              {i18n.t({ id: 'action.next', message: 'Next' })}
            </Button>
          </div>
        </>
      )}
    </section>
  );

  function describe(verdict: Parameters<typeof wordsOf>[1], barcode: string): string {
    const { word, reason } = wordsOf(i18n, verdict, Date.parse(verdict.decided_at));
    return `${word}: ${reason}. ${visibleBarcode(barcode)}`;
  }
}
