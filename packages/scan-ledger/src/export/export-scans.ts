import { clerkDecisionOf } from '@scantix/api-contract/rules';
import type { LedgerScan } from '../model/ledger-scan.ts';
import type { ExportOptions } from '../model/log-options.ts';
import type { LogStore } from '../ports/log-store.ts';

const PAGE = 500;

/** Spreadsheets read a file as UTF-8 only if it begins with this. */
const BYTE_ORDER_MARK = '\ufeff';

type Column = readonly [name: string, value: (entry: LedgerScan) => string | undefined];

const COLUMNS: readonly Column[] = [
  ['id', ({ scan }) => scan.id],
  ['claimed_at', ({ scan }) => scan.claimed_at],
  ['received_at', ({ receivedAt }) => receivedAt],
  ['claimed_by', ({ scan }) => scan.claimed_by],
  ['device_id', ({ scan }) => scan.device_id],
  ['barcode', ({ scan }) => scan.barcode],
  ['symbology', ({ scan }) => scan.symbology],
  ['scan_method', ({ scan }) => scan.scan_method],
  ['mode', ({ scan }) => scan.mode],
  ['checkpoint_id', ({ scan }) => scan.checkpoint_id],
  ['outcome', ({ verdict }) => verdict?.outcome],
  ['reason', ({ verdict }) => verdict?.reason],
  ['certainty', ({ verdict }) => verdict?.certainty],
  ['holder', ({ verdict }) => verdict?.ticket?.holder ?? undefined],
  ['ticket_type', ({ verdict }) => verdict?.ticket?.type],
  ['order', ({ verdict }) => verdict?.ticket?.order ?? undefined],
  ['server_outcome', ({ serverVerdict }) => serverVerdict?.outcome],
  ['server_reason', ({ serverVerdict }) => serverVerdict?.reason],
  ['sync', ({ sync }) => sync],
  ['error_code', ({ error }) => error?.code],
  ['error_message', ({ error }) => error?.message],
  ['conflict', ({ conflict }) => conflict?.kind],
  ['conflict_with', ({ conflict }) => conflict?.with_scan_id],
  ['acknowledged_at', ({ conflict }) => conflict?.acknowledged_at],
  ['undone_at', ({ undo }) => undo?.at],
  ['undone_by', ({ undo }) => undo?.by],
  ['undo_sync', ({ undo }) => undo?.sync],
  ['clerk_decision', ({ verdict }) => (verdict && clerkDecisionOf(verdict)) ?? undefined],
  ['section', ({ verdict }) => verdict?.ticket?.section],
  ['seat', ({ verdict }) => verdict?.ticket?.seat],
];

/** Exports the log of a domain as one text, the newest scan first. */
export async function exportScans(
  store: Pick<LogStore, 'list'>,
  domain: string,
  { format, filter = () => true, sync, signal }: ExportOptions,
): Promise<string> {
  const scans: LedgerScan[] = [];
  for (;;) {
    signal?.throwIfAborted();
    const before = scans.at(-1)?.scan.id;
    const query = { domain, limit: PAGE, ...(sync ? { sync } : {}), ...(before === undefined ? {} : { before }) };
    const page = await store.list(query);
    scans.push(...page);
    if (page.length < PAGE) break;
  }
  const selected = scans.filter(filter);
  if (format === 'json') return JSON.stringify(selected, null, 2);
  const lines = selected.map((entry) => COLUMNS.map(([, value]) => toCell(value(entry) ?? '')).join(','));
  return BYTE_ORDER_MARK + [COLUMNS.map(([name]) => name).join(','), ...lines, ''].join('\r\n');
}

/**
 * Text that a spreadsheet would run as a formula gets an apostrophe in front (OWASP, CSV injection), also after what it
 * takes for the end of a cell: a semicolon in many languages, and then a line end. Spreadsheets leave U+0000 out, and some
 * languages have signs of full width.
 */
function toCell(text: string): string {
  const safe = text.replace(/(^|[;\t\r\n])(?=[ "\0]*[=+\-@＝＋－＠])/g, "$1'").replace(/^[\t\r\n\0]/, "'$&");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
