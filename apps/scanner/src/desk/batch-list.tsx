import { Button } from '@scantix/ui-shell/react';
import { useI18n } from '../hooks/use-i18n.ts';
import { LedgerScanRow } from '../ledger/ledger-scan-row.tsx';
import type { Batch } from './use-batch.ts';

/** What the batch has taken so far, the newest first; each is read out as it comes. */
export function BatchList({ scans }: Pick<Batch, 'scans'>) {
  const i18n = useI18n();
  return (
    <div role="log" className="app-batch__list" aria-label={i18n.t('Scans of this batch')}>
      <ul>
        {scans.map((entry) => (
          <LedgerScanRow key={entry.scan.id} entry={entry} />
        ))}
      </ul>
    </div>
  );
}

/** How many there are, and one tap to go on. */
export function BatchBar({ count, goOn }: Pick<Batch, 'count' | 'goOn'>) {
  const i18n = useI18n();
  return (
    <div className="app-batch__go">
      <span>{i18n.t('{count, plural, one {# scan} other {# scans}}', { count })}</span>
      <Button variant="primary" size={56} onClick={goOn}>
        {i18n.t({ id: 'action.next', message: 'Next' })}
      </Button>
    </div>
  );
}
