/** Spreadsheets read a file as UTF-8 only if it begins with this. */
export const BYTE_ORDER_MARK = '\ufeff';

/** Formats a line (RFC 4180). */
export function formatCsvLine(cells: readonly string[]): string {
  return `${cells.map(formatCell).join(',')}\r\n`;
}

/**
 * Quotes a cell. An apostrophe keeps a spreadsheet from running a formula (OWASP, CSV Injection; ASVS 5.0, 1.2.10), also where
 * the cell contains what the spreadsheet takes for the end of a cell: a semicolon in many languages, and then a line end.
 * Some languages have signs of full width.
 */
function formatCell(text: string): string {
  const harmless = text.replace(/(^|[;\t\r\n])(?=[ "\0]*[=+\-@＝＋－＠])/g, "$1'").replace(/^[\t\r\n\0]/, "'$&");
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
