import type { I18n } from '@lingui/core';
import type { Verdict } from '@scantix/api-contract';
import { formatNumber, formatTime } from '@scantix/i18n';
import { visibleBarcode } from './verdict-words.ts';

/** One labelled fact under a verdict. */
export interface VerdictFact {
  readonly label: string;
  readonly value: string;
  readonly mono?: boolean;
}

const DECIDED_BY = {
  server: /*i18n*/ { id: 'decided.server', message: 'Server' },
  device: /*i18n*/ { id: 'decided.device', message: 'This device' },
  pending: /*i18n*/ { id: 'decided.pending', message: 'Not yet' },
} as const;

/** The facts under a verdict: at most four, in a fixed order for every outcome. */
export function factsOf(i18n: I18n, verdict: Verdict, barcode: string, tookMs: number | null): VerdictFact[] {
  const { ticket, first_use: firstUse } = verdict;
  const code = { label: i18n.t('Code'), value: visibleBarcode(barcode), mono: true };
  const isTimed = tookMs !== null && tookMs < 60_000 && verdict.certainty !== 'pending';
  const took = isTimed ? `, ${formatNumber(tookMs, i18n.locale)}\u00a0ms` : '';
  const decided = { label: i18n.t('Decided'), value: i18n.t(DECIDED_BY[verdict.certainty]) + took };
  if (verdict.outcome === 'undecided') {
    return [
      { label: i18n.t('This scan'), value: i18n.t('Saved, not sent yet') },
      { label: i18n.t('Mode'), value: i18n.t(MODE_WORDS[verdict.mode]) },
      code,
      decided,
    ];
  }
  if (firstUse) {
    return [
      { label: i18n.t('First scan'), value: `${formatTime(firstUse.at, i18n.locale)}, ${firstUse.checkpoint}` },
      { label: i18n.t('Scanned by'), value: firstUse.clerk },
      code,
      decided,
    ];
  }
  if (!ticket) return [code, decided];
  const { entries_left: left, entries_allowed: allowed } = ticket;
  const entries = {
    label: i18n.t('Entries used'),
    value: i18n.t('{used} of {allowed}', { used: allowed - left, allowed }),
  };
  const second =
    verdict.reason === 'needs_attention' && ticket.holder ? { label: i18n.t('Holder'), value: ticket.holder } : entries;
  return [{ label: i18n.t('Ticket'), value: ticket.type }, second, code, decided];
}

/** Message ids. */
export const MODE_WORDS = {
  entry: /*i18n*/ { id: 'mode.entry', message: 'Entry' },
  exit: /*i18n*/ { id: 'mode.exit', message: 'Exit' },
  check: /*i18n*/ { id: 'mode.check', message: 'Check' },
} as const;
