import type { LedgerScan } from '@scantix/scan-ledger';
import { Button, leaveFocusToTitle } from '@scantix/ui-shell/react';
import { useI18n } from '../hooks/use-i18n.ts';
import { LedgerScanRow } from '../ledger/ledger-scan-row.tsx';
import { lookOf } from '../verdict/verdict-look.ts';
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

/** What became of scans, in the order in which the bar tells it. */
const RESULT_WORDS = {
  in: /*i18n*/ '{count} in',
  out: /*i18n*/ '{count} out',
  valid: /*i18n*/ '{count} valid',
  refused: /*i18n*/ '{count} refused',
  undone: /*i18n*/ '{count} undone',
  toCheck: /*i18n*/ '{count} to check',
  // Those that are no longer listed.
  earlier: /*i18n*/ '{count} earlier',
};

function resultOf({ verdict, tally }: LedgerScan): keyof typeof RESULT_WORDS {
  switch (verdict && lookOf(verdict, { isUndone: tally === 'undone' })) {
    case 'accepted':
      return tally === 'left' ? 'out' : 'in';
    case 'check':
      return 'valid';
    case 'refused':
      return 'refused';
    case 'undone':
      return 'undone';
    default:
      return 'toCheck';
  }
}

/** What became of the scans, and the button that starts the next batch. */
export function BatchBar({ count, scans, earlier, clear }: Pick<Batch, 'count' | 'scans' | 'earlier' | 'clear'>) {
  const i18n = useI18n();
  /** Scans without a row: older than the log that is read, or not in it yet. */
  const withoutRow: Partial<Record<string, number>> = { earlier, toCheck: count - scans.length - earlier };
  const results = scans.map(resultOf);
  const parts = Object.entries(RESULT_WORDS).flatMap(([result, words]) => {
    const known = results.filter((other) => other === result).length;
    const number = known + (withoutRow[result] ?? 0);
    return number > 0 ? [i18n.t(words, { count: number })] : [];
  });
  return (
    <div ref={leaveFocusToTitle} className="app-batch__go">
      <span>{parts.join(', ')}</span>
      <Button variant="primary" size={56} onClick={clear}>
        {i18n.t({ id: 'action.next', message: 'Next' })}
      </Button>
    </div>
  );
}
