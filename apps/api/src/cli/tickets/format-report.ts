import type { ImportReport } from '@scantix/api-contract';
import { formatFields, formatTable, printable } from '../format-table.ts';

/** Formats what an import did: the numbers, and what is wrong by its line. */
export function formatReport(report: ImportReport): string {
  const { read, created, changed, unchanged, rejected, cancelled, erased } = report;
  const numbers = { read, new: created, changed, unchanged, wrong: rejected, cancelled, erased };
  const messages = [...report.errors, ...report.warnings].map(({ line, message }) => [line || 'file', message]);
  return [
    report.dry_run ? 'Dry run: nothing is written.\n' : '',
    formatFields(numbers),
    report.ignored_columns.length > 0 ? `\nNot read: ${printable(report.ignored_columns.join(', '))}\n` : '',
    messages.length > 0 ? `\n${formatTable(['LINE', 'MESSAGE'], messages)}` : '',
    rejected > report.errors.length ? `and ${rejected - report.errors.length} more\n` : '',
  ].join('');
}
