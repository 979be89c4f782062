import { Button } from '@scantix/ui-shell/react';
import { useI18n } from '../hooks/use-i18n.ts';
import { LedgerScanRow } from '../ledger/ledger-scan-row.tsx';
import type { Batch } from './use-batch.ts';

/** The scans of the batch, those of the last picture first; a screen reader announces each new one. */
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

/** What became of the scans, and the button that starts the next batch. */
export function BatchBar({ count, scans, clear }: Pick<Batch, 'count' | 'scans' | 'clear'>) {
  const i18n = useI18n();
  const outcomes = scans.map(({ verdict }) => verdict?.outcome ?? 'undecided');
  const accepted = outcomes.filter((outcome) => outcome === 'accepted').length;
  const refused = outcomes.filter((outcome) => outcome === 'refused').length;
  const rest = count - accepted - refused;
  const parts = [
    ...(accepted > 0 ? [i18n.t('{count} in', { count: accepted })] : []),
    ...(refused > 0 ? [i18n.t('{count} refused', { count: refused })] : []),
    ...(rest > 0 ? [i18n.t('{count} to check', { count: rest })] : []),
  ];
  return (
    <div className="app-batch__go">
      <span>{parts.join(', ')}</span>
      <Button variant="primary" size={56} onClick={clear}>
        {i18n.t({ id: 'action.next', message: 'Next' })}
      </Button>
    </div>
  );
}
