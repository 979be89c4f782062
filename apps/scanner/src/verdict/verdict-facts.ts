import type { Verdict } from '@scantix/api-contract';
import { formatTime } from '../format/dates.ts';
import { visibleBarcode } from './verdict-words.ts';

export interface VerdictFact {
  readonly label: string;
  readonly value: string;
  readonly mono?: boolean;
}

const DECIDED_BY = { server: 'Server', device: 'This device', pending: 'Not yet' } as const;

/** The proof under a verdict: four facts, the same four places for every outcome. */
export function factsOf(verdict: Verdict, barcode: string, tookMs: number | null): VerdictFact[] {
  const { ticket, first_use: firstUse } = verdict;
  const code = { label: 'Code', value: visibleBarcode(barcode), mono: true };
  const took = tookMs !== null && tookMs < 60_000 && verdict.certainty !== 'pending' ? `, ${tookMs} ms` : '';
  const decided = { label: 'Decided', value: DECIDED_BY[verdict.certainty] + took };
  if (verdict.outcome === 'undecided') {
    return [
      { label: 'This scan', value: 'Kept, sent later' },
      { label: 'Mode', value: MODE_WORDS[verdict.mode] },
      code,
      decided,
    ];
  }
  if (firstUse) {
    return [
      { label: 'First scan', value: `${formatTime(firstUse.at)}, ${firstUse.checkpoint}` },
      { label: 'Scanned by', value: firstUse.clerk },
      code,
      decided,
    ];
  }
  if (!ticket) return [code, decided];
  const entries = { label: 'Entries left', value: `${ticket.entries_left} of ${ticket.entries_allowed}` };
  const second =
    verdict.reason === 'needs_attention' && ticket.holder ? { label: 'Holder', value: ticket.holder } : entries;
  return [{ label: 'Ticket', value: ticket.type }, second, code, decided];
}

export const MODE_WORDS = { entry: 'Entry', exit: 'Exit', check: 'Check' } as const;
