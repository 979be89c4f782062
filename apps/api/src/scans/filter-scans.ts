import type { ScanFilters } from '@scantix/api-contract';
import { type Expression, sql } from 'kysely';
import { searchFinds, searchFindsByWords } from '../database/search-text.ts';
import type { SelectedScans } from './scan-record.ts';

interface SearchOptions {
  /** Whether the search finds holders' names too, beside barcodes. */
  readonly byName: boolean;
  /** The words of the search to find scans by. @default the whole text */
  readonly rareWords?: readonly string[];
}

const lines = (text: Expression<unknown>) => sql`string_to_array(${text}, chr(10))`;
/** The code in a scan's text to search: as many lines of it as the code has. The name is behind them. */
const CODE = sql`array_to_string(
  (${lines(sql.ref('scan.search_text'))})[:array_length(${lines(sql`encode(scan.barcode, 'escape')`)}, 1)], chr(10))`;

/** Restricts scans to those that pass every given filter. */
export function filterScans(
  scans: SelectedScans,
  filters: ScanFilters,
  { byName, rareWords = [] }: SearchOptions,
): SelectedScans {
  const { outcome, reason, mode, checkpoint_id, clerk, device_id, from, to, conflict, undone, search } = filters;
  let rows = scans;
  if (outcome) rows = rows.where('scan.outcome', '=', outcome);
  if (reason) rows = rows.where('scan.reason', '=', reason);
  if (mode) rows = rows.where('scan.mode', '=', mode);
  if (checkpoint_id) rows = rows.where('scan.checkpoint_id', '=', checkpoint_id);
  if (clerk) rows = rows.where('claimer.login', '=', clerk);
  if (device_id) rows = rows.where('scan.device_id', '=', device_id);
  if (from) rows = rows.where('scan.happened_at', '>=', new Date(from));
  if (to) rows = rows.where('scan.happened_at', '<', new Date(to));
  if (undone) rows = rows.where('undo.id', undone === 'true' ? 'is not' : 'is', null);
  if (conflict) rows = rows.where('conflict.id', conflict === 'none' ? 'is' : 'is not', null);
  if (conflict === 'open') rows = rows.where('conflict.acknowledged_at', 'is', null);
  if (conflict === 'acknowledged') rows = rows.where('conflict.acknowledged_at', 'is not', null);
  if (search) rows = rows.where(searchFindsByWords(sql.ref('scan.search_text'), search, rareWords));
  if (search && !byName) rows = rows.where(searchFinds(CODE, search));
  return rows;
}
