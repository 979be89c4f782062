import {
  type ApiClient,
  type ApiOutcome,
  exportScansAsCsv,
  exportScansAsJson,
  type ScanFilters,
} from '@scantix/api-contract';
import type { ExportOptions } from '../model/log-options.ts';
import { matchesFilters } from './matches-filters.ts';

/** Options of exportLog. */
export interface ExportLogOptions {
  readonly api: Pick<ApiClient, 'call'>;
  readonly ledger: { exportScans(options: ExportOptions): Promise<string> };
  readonly format: ExportOptions['format'];
  readonly filters: ScanFilters;
}

/** The exported log, or the server's reason to refuse. `device`: the server cannot be reached. */
export type LogFile =
  | { readonly kind: 'server' | 'device'; readonly file: Blob }
  | { readonly kind: 'refused'; readonly message: string };

const MEDIA_TYPES = { csv: 'text/csv;charset=utf-8', json: 'application/json' } as const;

/**
 * Exports the scans that match the filters: the server's, or this device's while the server cannot be reached.
 * @throws LedgerError where this device's scans cannot be read
 */
export async function exportLog({ api, ledger, format, filters: body }: ExportLogOptions): Promise<LogFile> {
  const answer: ApiOutcome<Blob> = await api.call(format === 'csv' ? exportScansAsCsv : exportScansAsJson, { body });
  if (answer.ok) return { kind: 'server', file: answer.value };
  if (answer.failure.kind === 'refused') return { kind: 'refused', message: answer.failure.message };
  const text = await ledger.exportScans({ format, filter: (scan) => matchesFilters(scan, body) });
  return { kind: 'device', file: new Blob([text], { type: MEDIA_TYPES[format] }) };
}
