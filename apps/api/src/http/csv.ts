/** Spreadsheets read a file as UTF-8 only if it begins with this. */
export const BYTE_ORDER_MARK = '\ufeff';

/** Formats a line (RFC 4180). */
export function formatCsvLine(cells: readonly string[]): string {
  return `${cells.map(formatCell).join(',')}\r\n`;
}

/**
 * Quotes a cell. An apostrophe keeps a spreadsheet from running a formula (OWASP, CSV Injection), also where the cell
 * contains what the spreadsheet takes for the end of a cell: a semicolon in many languages, and then a line end.
 */
function formatCell(text: string): string {
  const harmless = text.replace(/(^|[;\t\r\n])(?=[ "]*[=+\-@])/g, "$1'").replace(/^[\t\r\n]/, "'$&");
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
