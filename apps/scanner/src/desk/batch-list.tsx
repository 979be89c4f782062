import { Button } from '@scantix/ui-shell/react';
import { useI18n } from '../hooks/use-i18n.ts';
import { LedgerScanRow } from '../ledger/ledger-scan-row.tsx';
import type { Batch } from './use-batch.ts';

/** The scans of the batch, the newest first; a screen reader announces each new one. */
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

/** The number of scans, and the button that starts the next batch. */
export function BatchBar({ count, clear }: Pick<Batch, 'count' | 'clear'>) {
  const i18n = useI18n();
  return (
    <div className="app-batch__go">
      <span>{i18n.t('{count, plural, one {# scan} other {# scans}}', { count })}</span>
      <Button variant="primary" size={56} onClick={clear}>
        {i18n.t({ id: 'action.next', message: 'Next' })}
      </Button>
    </div>
  );
}
