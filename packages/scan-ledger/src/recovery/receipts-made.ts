import type { ApiOutcome, ScanResult, UndoResult } from '@scantix/api-contract';

type Numbered = Pick<ScanResult | UndoResult, 'status' | 'receipt'>;

/** Returns the highest receipt number of the changes that a call has made; 0: none. */
export function receiptsMade(outcome: ApiOutcome<unknown>): number {
  if (!outcome.ok) return 0;
  const value = outcome.value as (Partial<Numbered> & { readonly results?: readonly Numbered[] }) | null | undefined;
  const changes = value?.results ?? (value ? [value] : []);
  // The number of a repeated change may be of a time before this device got its id.
  return Math.max(0, ...changes.map(({ status, receipt }) => (status === 'recorded' ? (receipt ?? 0) : 0)));
}
