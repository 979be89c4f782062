import { Button } from '@scantix/ui-shell/react';
import { useI18n } from '../../i18n/use-i18n.ts';
import { LedgerScanRow } from '../ledger-scan-row.tsx';
import type { Batch } from './use-batch.ts';

/** What the batch has taken so far, the newest first and each read out as it comes, and one tap to go on. */
export function BatchList({ batch: { count, scans, goOn } }: { batch: Batch }) {
  const i18n = useI18n();
  return (
    <section className="app-batch" aria-label={i18n.t('Batch')}>
      <div role="log" aria-label={i18n.t('Scans of this batch')}>
        <ul className="app-batch__list">
          {scans.map((entry) => (
            <LedgerScanRow key={entry.scan.id} entry={entry} />
          ))}
        </ul>
      </div>
      {count > 0 && (
        <div className="app-batch__go">
          <span>{i18n.t('{count, plural, one {# scan} other {# scans}}', { count })}</span>
          <Button variant="primary" size={56} onClick={goOn}>
            {i18n.t({ id: 'action.next', message: 'Next' })}
          </Button>
        </div>
      )}
    </section>
  );
}
