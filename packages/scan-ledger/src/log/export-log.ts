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
      /** How many matching scans of this device the file lacks, since the server does not have them; 0 if that cannot be read. */
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
  const answer = filters.sync ? null : await askServer(filters);
  if (answer?.ok)
    return { kind: 'server', file: answer.value, unsent: await countUnsent(ledger, filters).catch(() => 0) };
  const failure = answer?.failure ?? null;
  if (failure?.kind === 'refused') return { kind: 'refused', failure };
  const text = await ledger.exportScans({ format, filter: (scan) => matchesFilters(scan, filters) });
  return { kind: 'device', file: new Blob([text], { type: MEDIA_TYPES[format] }), failure };
}

/** How many unsent scans of this device match. */
async function countUnsent(ledger: LogReader, filters: LogFilters): Promise<number> {
  let count = 0;
  for (const sync of UNSENT_STATES) {
    let from: string | undefined;
    do {
      const page = await readDevicePage(ledger, { ...filters, sync }, { from });
      count += page.items.length;
      from = page.before;
    } while (from);
  }
  return count;
}
