import type { ScanRecord } from '@scantix/api-contract';
import { formatCsvLine } from '../http/csv.ts';

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
  ['clerk_decision', ({ clerk_decision }) => clerk_decision],
  ['section', ({ verdict }) => verdict.ticket?.section],
  ['seat', ({ verdict }) => verdict.ticket?.seat],
  // What a device decided. It counts in place of the server's verdict, which is then the first one.
  ['device_outcome', ({ device_verdict }) => device_verdict?.outcome],
  ['device_reason', ({ device_verdict }) => device_verdict?.reason],
  ['first_outcome', ({ first_verdict }) => first_verdict?.outcome],
  ['first_reason', ({ first_verdict }) => first_verdict?.reason],
];

/** The header line of an export. */
export const CSV_HEADER = formatCsvLine(COLUMNS.map(([name]) => name));

/** A scan as a line of an export. */
export function csvLine(scan: ScanRecord): string {
  return formatCsvLine(COLUMNS.map(([, cell]) => cell(scan) ?? ''));
}
