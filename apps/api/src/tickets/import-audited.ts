import type { ImportReport } from '@scantix/api-contract';
import { recordAudit } from '../audit/record-audit.ts';
import { ApiError } from '../http/api-error.ts';
import type { By } from './admin-tickets.ts';
import type { TicketImporter } from './import-batch.ts';
import { type FileToImport, type ImportWatch, importFile, startReport } from './import-file.ts';

/**
 * Imports a file with two lines in the audit log: that it begins, since its batches are stored one by one and a process may be
 * killed, and how it ended. A dry run has none. The name of the file stands in the first one alone: an erasure that runs
 * meanwhile takes it out there.
 */
export async function importAudited(
  importer: TicketImporter,
  file: FileToImport,
  { by, ...watch }: { by: By } & Omit<ImportWatch, 'report'>,
): Promise<ImportReport> {
  const { file: name, preset, dry_run } = file.options;
  const report = startReport(file.options);
  const record = (state: string) => {
    const { read, created, changed, cancelled, unchanged, rejected } = report;
    const more = state === 'begun' ? { file: name } : { read, created, changed, cancelled, unchanged, rejected };
    const detail = { state, preset, ...more };
    return recordAudit(importer.db, { action: 'tickets.imported', domainId: importer.domainId, ...by, detail });
  };
  if (dry_run === 'true') return importFile(importer, file, { ...watch, report });
  await record('begun');
  try {
    await importFile(importer, file, { ...watch, report });
  } catch (error) {
    await record(error instanceof ApiError ? 'refused' : 'failed');
    throw error;
  }
  await record('done');
  return report;
}
