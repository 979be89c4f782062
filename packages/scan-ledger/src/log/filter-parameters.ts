import { type ScanFilters, scanFilters } from '@scantix/api-contract';
import * as z from 'zod/mini';
import type { SyncState } from '../model/ledger-scan.ts';

/** The states of the scans that only this device has. */
export const UNSENT_STATES = ['waiting', 'quarantined'] as const satisfies readonly SyncState[];

/** Which scans of a log to show: the server's filters, and one for the scans that it does not have. */
export interface LogFilters extends ScanFilters {
  /** Only scans of this device in this state: the server is not asked. @default all */
  readonly sync?: (typeof UNSENT_STATES)[number] | undefined;
}

const shape = { ...scanFilters.shape, sync: z.enum(UNSENT_STATES) };
const NAMES = Object.keys(shape) as (keyof LogFilters)[];

/** Reads the filters of an address; unknown names and invalid values are left out. */
export function readFilters(parameters: URLSearchParams): LogFilters {
  const known = NAMES.flatMap((name) => {
    const text = parameters.get(name);
    return text && shape[name].safeParse(text).success ? [[name, text] as const] : [];
  });
  return Object.fromEntries(known);
}

/** Returns the parameters of an address, without filters that are not set. */
export function formatFilters(filters: LogFilters): Record<string, string> {
  return Object.fromEntries(NAMES.flatMap((name) => (filters[name] ? [[name, filters[name]] as const] : [])));
}
