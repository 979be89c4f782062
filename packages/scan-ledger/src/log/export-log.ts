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
  if (answer?.ok) {
    const unsent = await countUnsent(ledger, filters, answer.value).catch(() => 0);
    return { kind: 'server', file: answer.value, unsent };
  }
  const failure = answer?.failure ?? null;
  if (failure?.kind === 'refused') return { kind: 'refused', failure };
  const text = await ledger.exportScans({ format, filter: (scan) => matchesFilters(scan, filters) });
  return { kind: 'device', file: new Blob([text], { type: MEDIA_TYPES[format] }), failure };
}

const IDS = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/** How many unsent scans of this device match and are not in the file. A scan whose answer was lost is in it. */
async function countUnsent(ledger: LogReader, filters: LogFilters, file: Blob): Promise<number> {
  const missing = new Set<string>();
  for (const sync of UNSENT_STATES) {
    let from: string | undefined;
    do {
      const page = await readDevicePage(ledger, { ...filters, sync }, { from });
      for (const { scan } of page.items) missing.add(scan.id);
      from = page.before;
    } while (from);
  }
  if (missing.size > 0) for (const [id] of (await file.text()).matchAll(IDS)) missing.delete(id);
  return missing.size;
}
