import { countScans } from '@scantix/api-contract';
import type { LedgerScan } from '@scantix/scan-ledger';
import { countWithUnsent, type LogCounts, type LogFilters, NO_COUNTS } from '@scantix/scan-ledger/log';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useApp } from '../../services/app-context.ts';

interface ResultCountsOptions {
  readonly filters: LogFilters;
  /** The unsent scans of this device; `null` until known. */
  readonly unsent: readonly LedgerScan[] | null;
  /** The ids of the scans that the list has from the server. */
  readonly ofServer: ReadonlySet<string>;
  /** `null` until known. */
  readonly deviceId: string | null;
}

/** The counts of the chips, with the unsent scans; `null` until known, and if the server cannot be reached. */
export function useResultCounts({ filters, unsent, ofServer, deviceId }: ResultCountsOptions): LogCounts | null {
  const { api } = useApp();
  const { data, isError } = useQuery({
    queryKey: ['scan-counts', filters, deviceId],
    enabled: deviceId !== null && !filters.sync,
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = { ...filters, ...(deviceId !== null && { this_device: deviceId }) };
      const answer = await api.call(countScans, { body: query, signal });
      if (!answer.ok) throw new Error('The scans could not be counted.');
      return answer.value;
    },
  });
  const counts = filters.sync ? NO_COUNTS : data;
  if (!counts || (isError && !filters.sync)) return null;
  return countWithUnsent(counts, { unsent: unsent ?? [], counted: ofServer, filters, deviceId });
}
