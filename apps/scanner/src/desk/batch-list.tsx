import type { LedgerScan } from '@scantix/scan-ledger';
import { Button, leaveFocusToTitle } from '@scantix/ui-shell/react';
import { useI18n } from '../hooks/use-i18n.ts';
import { LedgerScanRow } from '../ledger/ledger-scan-row.tsx';
import { lookOf } from '../verdict/verdict-look.ts';
import { type Batch, MAX_LISTED } from './use-batch.ts';

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

/** @param entry missing where the log does not show it yet */
function resultOf(entry: LedgerScan | undefined): keyof typeof RESULT_WORDS {
  switch (entry?.verdict && lookOf(entry.verdict, { isUndone: entry.tally === 'undone' })) {
    case 'accepted':
      return entry?.tally === 'left' ? 'out' : 'in';
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
export function BatchBar({ count, scans, clear }: Pick<Batch, 'count' | 'scans' | 'clear'>) {
  const i18n = useI18n();
  const results = Array.from({ length: count }, (_, at) => (at < MAX_LISTED ? resultOf(scans[at]) : 'earlier'));
  const parts = Object.entries(RESULT_WORDS).flatMap(([result, words]) => {
    const number = results.filter((other) => other === result).length;
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
