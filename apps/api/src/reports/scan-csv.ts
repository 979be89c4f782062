import type { ScanRecord } from '@scantix/api-contract';

const COLUMNS: readonly (readonly [name: string, cell: (scan: ScanRecord) => string | undefined])[] = [
  ['id', ({ id }) => id],
  ['claimed_at', ({ claimed_at }) => claimed_at],
  ['received_at', ({ received_at }) => received_at],
  ['outcome', ({ verdict }) => verdict.outcome],
  ['reason', ({ verdict }) => verdict.reason],
  ['certainty', ({ verdict }) => verdict.certainty],
  ['mode', ({ mode }) => mode],
  ['barcode', ({ barcode }) => barcode],
  ['symbology', ({ symbology }) => symbology],
  ['scan_method', ({ scan_method }) => scan_method],
  ['holder', ({ verdict }) => verdict.ticket?.holder ?? undefined],
  ['ticket_type', ({ verdict }) => verdict.ticket?.type],
  ['order', ({ verdict }) => verdict.ticket?.order ?? undefined],
  ['checkpoint', ({ checkpoint }) => checkpoint.name],
  ['claimed_by', ({ claimed_by }) => claimed_by],
  ['submitted_by', ({ submitted_by }) => submitted_by],
  ['device_id', ({ device_id }) => device_id],
  ['conflict', ({ conflict }) => conflict?.kind],
  ['conflict_with', ({ conflict }) => conflict?.with_scan_id],
  ['acknowledged_at', ({ conflict }) => conflict?.acknowledged_at],
  ['undone_at', ({ undone }) => undone?.at],
  ['undone_by', ({ undone }) => undone?.by],
  ['undo_submitted_by', ({ undone }) => undone?.submitted_by],
  ['undo_offered_again', ({ undone }) => (undone?.offered_again ? 'true' : undefined)],
  ['marks', ({ marks }) => marks?.join(' ')],
];

/** The header line of an export. */
export const CSV_HEADER = line(COLUMNS.map(([name]) => name));

/** A scan as a line of an export. */
export function csvLine(scan: ScanRecord): string {
  return line(COLUMNS.map(([, cell]) => cell(scan) ?? ''));
}

/** Formats a line (RFC 4180). */
function line(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/**
 * Quotes a cell. An apostrophe keeps a spreadsheet from running a formula (OWASP, CSV Injection), also where the cell
 * contains what the spreadsheet takes for the end of a cell: a semicolon in many languages, and then a line end.
 */
function csvCell(text: string): string {
  const harmless = text.replace(/(^|[;\t\r\n])(?=[ "]*[=+\-@])/g, "$1'").replace(/^[\t\r\n]/, "'$&");
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
