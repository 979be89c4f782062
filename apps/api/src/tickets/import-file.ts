import { setImmediate } from 'node:timers/promises';
import { type ImportOptions, type ImportReport, MAX_IMPORT_ERRORS, MAX_IMPORT_ROWS } from '@scantix/api-contract';
import type { Database } from '../database/tables.ts';
import { ApiError } from '../http/api-error.ts';
import { requireTimeZone } from '../http/require-time-zone.ts';
import { loadCheckpoints } from '../scanner-config/load-checkpoints.ts';
import { createCancellationGuard } from './cancellation-guard.ts';
import { importBatch, prepareBatch, type TicketImporter, type TicketToImport } from './import-batch.ts';
import { readImportRows, readTicket } from './import-rows.ts';
import { findNewestTicket, missingTickets } from './missing-tickets.ts';
import { parseColumnMap } from './parse-column-map.ts';
import { createBarcodeWatch } from './watch-barcodes.ts';

/** The rows of a transaction. Scans of the domain wait while it runs. */
const BATCH_ROWS = 2_000;
const PROGRESS_ROWS = 5_000;
/** So many rows are read before answers of the database, and other calls, get their turn. */
const TURN_ROWS = 50;

/** A file as a call brings it. */
export interface FileToImport {
  readonly format: 'csv' | 'ndjson';
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly options: ImportOptions;
  /** Of the other system, where it makes barcodes. */
  readonly key?: string | undefined;
}

/** Who looks at an import while it runs. */
export interface ImportWatch {
  readonly onProgress?: ((read: number) => void) | undefined;
  readonly report?: ImportReport;
  /** Keeps other imports from the domain until the transaction ends. @throws if another one has begun */
  readonly lock?: ((trx: Database) => Promise<void>) | undefined;
}

/** The report of an import that has read nothing. */
export function startReport({ dry_run }: ImportOptions): ImportReport {
  return {
    ...{ read: 0, created: 0, changed: 0, unchanged: 0, rejected: 0, cancelled: 0, erased: 0 },
    ...{ errors: [], warnings: [], ignored_columns: [], dry_run: dry_run === 'true' },
  };
}

/**
 * Imports a file in batches, each a transaction: an import that ends early leaves whole batches, and can be repeated. Memory
 * holds two batches and a fingerprint of each barcode.
 * @param onProgress called with the number of rows read so far
 * @param report counts as the import goes, also for one that fails
 * @param lock called first in the transaction of each batch
 * @throws ApiError `invalid_request` if the file or the options are not what is needed, or too many tickets would be
 * cancelled; `too_large` for too many rows
 */
export async function importFile(
  importer: TicketImporter,
  { format, chunks, options, key }: FileToImport,
  { onProgress = () => {}, report = startReport(options), lock }: ImportWatch = {},
): Promise<ImportReport> {
  const dryRun = options.dry_run === 'true';
  const cancelsMissing = options.cancel_missing === 'true';
  const newestBefore = await findNewestTicket(importer);
  const reject = (line: number, message: string) => {
    report.rejected += 1;
    if (report.errors.length < MAX_IMPORT_ERRORS) report.errors.push({ line, message });
  };
  const context = await readContext(importer, options);
  const map = options.map === undefined ? undefined : parseColumnMap(options.map);
  const delimiter = options.delimiter === 'tab' ? '\t' : options.delimiter;
  const rows = readImportRows(
    { format, chunks, delimiter, columns: { preset: options.preset, map, key } },
    (columns) => {
      report.ignored_columns = columns.slice(0, 200);
    },
  );
  const watch = createBarcodeWatch();
  const allowed = options.allow_cancellations === 'true';
  const guard = createCancellationGuard(importer, { allowed, newest: newestBefore });
  let batch: TicketToImport[] = [];
  let writing = Promise.resolve();
  let areNew = !dryRun;
  /** Writes a batch while the next one is read and prepared. */
  const write = async (mayRevoke = guard.allowed) => {
    const prepared = prepareBatch(importer.newId, batch, { areNew });
    batch = [];
    await writing;
    writing = importBatch(importer, prepared, { dryRun, mayRevoke, lock }).then(async ({ held, ...counts }) => {
      areNew = counts.created === prepared.rows.length && !dryRun;
      for (const [name, count] of Object.entries(counts)) report[name as keyof typeof counts] += count;
      await guard.hold(held);
    });
    // Awaited before the next batch.
    writing.catch(() => {});
  };
  try {
    for await (const raw of rows) {
      report.read += 1;
      if (report.read > MAX_IMPORT_ROWS) throw new ApiError('too_large', `More than ${MAX_IMPORT_ROWS} rows`);
      if (report.read % PROGRESS_ROWS === 0) onProgress(report.read);
      if (report.read % TURN_ROWS === 0) await setImmediate();
      const row = readTicket(raw, context);
      if ('problem' in row) {
        reject(raw.line, row.problem);
        continue;
      }
      const { again, damage } = watch.see(raw.line, row.ticket.barcode);
      if (again) reject(raw.line, 'barcode: stands in an earlier row');
      else if (damage) reject(raw.line, `barcode: ${damage}`);
      else batch.push(row.ticket);
      if (batch.length === BATCH_ROWS) await write();
    }
  } finally {
    // What is being written counts, whatever ends the reading.
    await writing.catch(() => {});
  }
  if (batch.length > 0) await write();
  await writing;
  const isEmpty = cancelsMissing && report.read === 0 && !guard.allowed;
  if (cancelsMissing && report.rejected === 0 && !isEmpty) {
    for await (const missing of missingTickets(importer, { watch, upTo: newestBefore })) {
      batch = missing;
      await write();
      await writing;
    }
  }
  const problem = isEmpty ? 'No row, so that every ticket is missing' : guard.problem();
  if (problem && !dryRun) {
    throw new ApiError(
      'invalid_request',
      `${problem}. ${isEmpty ? '' : 'The other rows are imported. '}Allow cancellations if this is meant`,
    );
  }
  if (problem) {
    report.changed += guard.count();
    report.cancelled += guard.count();
    report.warnings.push({ line: 0, message: `${problem}: this must be allowed` });
  } else {
    for (batch of guard.release(BATCH_ROWS)) {
      await write(true);
      await writing;
    }
  }
  if (cancelsMissing && report.rejected > 0) {
    const unknown = `${report.rejected} rows are wrong, so that it is not known which tickets are missing`;
    throw new ApiError('invalid_request', dryRun ? unknown : `${unknown}. The others are imported`);
  }
  report.warnings.push(...watch.warnings());
  return report;
}

/** @throws ApiError `invalid_request` if there is no such time zone */
async function readContext(
  { db, domainId }: TicketImporter,
  { time_zone: timeZone, date_order: dateOrder }: ImportOptions,
) {
  if (timeZone) requireTimeZone(timeZone);
  const checkpoints = new Map([...(await loadCheckpoints(db, domainId)).values()].map(({ id, name }) => [name, id]));
  return { checkpoints, times: { timeZone, dateOrder } };
}
