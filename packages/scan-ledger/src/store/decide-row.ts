import type { Verdict } from '@scantix/api-contract';
import { type LogRow, tallyOf } from './log-row.ts';

/**
 * Returns the row with what the clerk decided, as the verdict of this device; `null` where nothing is open: nobody was
 * shown a verdict, somebody has decided before, or the server has meanwhile.
 */
export function decideIn<Part>(row: LogRow<Part>, verdict: Verdict, part: Part): LogRow<Part> | null {
  const isOpen = row.shown !== null && !row.byDevice && row.tally === 'undecided';
  if (!isOpen || (row.answer && row.sync !== 'quarantined')) return null;
  return { ...row, shown: part, byDevice: true, byClerk: true, tally: tallyOf(verdict) };
}
