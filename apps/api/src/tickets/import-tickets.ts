import { createHash } from 'node:crypto';
import {
  type importTickets as endpoint,
  type ImportReport,
  MAX_IMPORT_ERRORS,
  MAX_IMPORT_ROWS,
} from '@scantix/api-contract';
import type { WorkLimit } from '../auth/work-limit.ts';
import type { Database } from '../database/tables.ts';
import { ApiError } from '../http/api-error.ts';
import type { Answer, ClerkCall } from '../http/implement.ts';
import { loadCheckpoints } from '../scanner-config/load-checkpoints.ts';
import type { Clock } from '../system/clock.ts';
import { importBatch, type TicketToImport } from './import-batch.ts';
import { readImportRows, readTicket } from './import-rows.ts';

/** Imports of a process at once: each holds a fingerprint of every barcode, and the database's time. */
export const IMPORTS_AT_ONCE = 2;

const RETRY_AFTER_MS = 10_000;

/** The rows of a transaction. Scans of the domain wait while it runs. */
const BATCH_ROWS = 500;

interface Importing {
  readonly db: Database;
  readonly clock: Clock;
  readonly newId: () => string;
}

/** Imports tickets, unless too many imports run. */
export async function importTickets(
  { imports, ...importing }: Importing & { readonly imports: WorkLimit },
  call: ClerkCall<typeof endpoint>,
): Promise<Answer<typeof endpoint>> {
  const report = await imports.run(() => importRows(importing, call));
  if (report) return report;
  throw new ApiError('unavailable', 'Other imports are running: try again later', { retryAfterMs: RETRY_AFTER_MS });
}

/** Imports tickets in batches. Memory holds one batch and a fingerprint of each barcode. */
async function importRows(
  { db, clock, newId }: Importing,
  { clerk: { domainId }, context }: ClerkCall<typeof endpoint>,
): Promise<ImportReport> {
  const rows = readImportRows(context.req.raw);
  const report: ImportReport = { read: 0, created: 0, changed: 0, unchanged: 0, rejected: 0, errors: [] };
  const reject = (line: number, message: string) => {
    report.rejected += 1;
    if (report.errors.length < MAX_IMPORT_ERRORS) report.errors.push({ line, message });
  };
  const checkpoints = new Map([...(await loadCheckpoints(db, domainId)).values()].map(({ id, name }) => [name, id]));
  const isFirst = createBarcodeMemory();
  let batch: TicketToImport[] = [];
  const write = async () => {
    const { created, changed, unchanged } = await importBatch({ db, clock, newId, domainId }, batch);
    report.created += created;
    report.changed += changed;
    report.unchanged += unchanged;
    batch = [];
  };
  for await (const raw of rows) {
    report.read += 1;
    if (report.read > MAX_IMPORT_ROWS) throw new ApiError('too_large', `More than ${MAX_IMPORT_ROWS} rows`);
    const row = readTicket(raw, checkpoints);
    if ('problem' in row) reject(raw.line, row.problem);
    else if (!isFirst(row.ticket.barcode)) reject(raw.line, 'barcode: stands in an earlier row');
    else batch.push(row.ticket);
    if (batch.length === BATCH_ROWS) await write();
  }
  if (batch.length > 0) await write();
  return report;
}

/** Returns whether a barcode is new. It stores eight bytes of the hash: a collision in a million has odds of 1 in 37 million. */
function createBarcodeMemory(): (barcode: string) => boolean {
  const seen = new Set<bigint>();
  return (barcode) => {
    const size = seen.size;
    return seen.add(createHash('sha256').update(barcode).digest().readBigUInt64BE()).size > size;
  };
}
