import type { ApiFailure, ApiOutcome, ScanFilters } from '@scantix/api-contract';
import type { ExportOptions } from '../model/log-options.ts';
import { type LogFilters, UNSENT_STATES } from './filter-parameters.ts';
import type { LogReader } from './list-unsent.ts';
import { matchesFilters } from './matches-filters.ts';
import { readDevicePage } from './read-device-page.ts';

/** Options of exportLog. */
export interface ExportLogOptions {
  /** Calls the contract's `exportScansAsCsv`, or `exportScansAsJson`. */
  readonly askServer: (filters: ScanFilters) => Promise<ApiOutcome<Blob>>;
  readonly ledger: LogReader & { exportScans(options: ExportOptions): Promise<string> };
  readonly format: ExportOptions['format'];
  readonly filters: LogFilters;
}

/** The exported log, or the server's reason to refuse. */
export type LogFile =
  | {
      readonly kind: 'server';
      readonly file: Blob;
      /**
       * How many matching scans, which this device had not sent before, the file lacks: none if they cannot be read, all if
       * the file cannot.
       */
      readonly unsent: number;
    }
  | {
      readonly kind: 'device';
      readonly file: Blob;
      /** Why the server gave no file; `null` where the filters ask for what it does not have. */
      readonly failure: ApiFailure | null;
    }
  | { readonly kind: 'refused'; readonly failure: ApiFailure };

const MEDIA_TYPES = { csv: 'text/csv;charset=utf-8', json: 'application/json' } as const;

/**
 * Exports the scans that match the filters: the server's, or this device's where the server cannot be reached or has none.
 * @throws LedgerError where the file would be this device's, and its scans cannot be read
 */
export async function exportLog({ askServer, ledger, format, filters }: ExportLogOptions): Promise<LogFile> {
  let failure: ApiFailure | null = null;
  if (!filters.sync) {
    // First: a scan that is sent while the server answers may still be missing in the file.
    const unsent = await unsentIds(ledger, filters).catch(() => new Set<string>());
    const answer = await askServer(filters);
    if (answer.ok) {
      const missing = await leftOut(unsent, answer.value).catch(() => unsent);
      return { kind: 'server', file: answer.value, unsent: missing.size };
    }
    failure = answer.failure;
  }
  if (failure?.kind === 'refused') return { kind: 'refused', failure };
  const text = await ledger.exportScans({ format, filter: (scan) => matchesFilters(scan, filters) });
  return { kind: 'device', file: new Blob([text], { type: MEDIA_TYPES[format] }), failure };
}

/** The matching scans of this device that it has not sent. */
async function unsentIds(ledger: LogReader, filters: LogFilters): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  for (const sync of UNSENT_STATES) {
    let from: string | undefined;
    do {
      const page = await readDevicePage(ledger, { ...filters, sync }, { from });
      for (const { scan } of page.items) ids.add(scan.id);
      from = page.before;
    } while (from);
  }
  return ids;
}

const IDS = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;
const ID_LENGTH = 36;

/** Which of the scans a file does not have, read part by part: a whole log can be longer than a string. */
async function leftOut(ids: ReadonlySet<string>, file: Blob): Promise<ReadonlySet<string>> {
  const missing = new Set(ids);
  if (ids.size === 0) return missing;
  const reader = file.stream().pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += part.value;
    for (const [id] of text.matchAll(IDS)) missing.delete(id);
    // One may go on in the next part.
    text = text.slice(1 - ID_LENGTH);
  }
  return missing;
}
