import { type ApiClient, type ApiOutcome, listScans, type ScanFilters } from '@scantix/api-contract';
import { fromServer, type LoggedScan } from './logged-scan.ts';
import { LOG_PAGE_SIZE } from './read-device-page.ts';

/** One page of the server's log. */
export interface ServerLogPage {
  readonly items: readonly LoggedScan[];
  /** The cursor of the next page; `undefined` on the last page. */
  readonly next: string | undefined;
}

/**
 * Reads one page of the server's log.
 * @throws the signal's reason when it aborts
 */
export async function readServerPage(
  api: Pick<ApiClient, 'call'>,
  filters: ScanFilters,
  { cursor, signal }: { readonly cursor?: string | undefined; readonly signal?: AbortSignal | undefined } = {},
): Promise<ApiOutcome<ServerLogPage>> {
  const query = { ...filters, limit: String(LOG_PAGE_SIZE), ...(cursor && { cursor }) };
  const answer = await api.call(listScans, { body: query, ...(signal && { signal }) });
  if (!answer.ok) return answer;
  const { items, next_cursor } = answer.value;
  return { ...answer, value: { items: items.map(fromServer), next: next_cursor } };
}
