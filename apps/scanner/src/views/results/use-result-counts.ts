import { countScans, type ScanFilters } from '@scantix/api-contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useApp } from '../../services/app-context.ts';

/** How many scans match each chip. */
export interface ResultCounts {
  /** Whether the counts are exact, not lower bounds. */
  readonly complete: boolean;
  readonly all: number;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly conflicts: number;
  readonly this_device: number;
}

/** The counts of the chips; `null` until known, and if the server cannot be reached. */
export function useResultCounts(filters: ScanFilters, deviceId: string | null): ResultCounts | null {
  const { api } = useApp();
  const { data, isError } = useQuery({
    queryKey: ['scan-counts', filters, deviceId],
    enabled: deviceId !== null,
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = { ...filters, ...(deviceId !== null && { this_device: deviceId }) };
      const answer = await api.call(countScans, { body: query, signal });
      if (!answer.ok) throw new Error('The scans could not be counted.');
      return answer.value;
    },
  });
  return isError ? null : (data ?? null);
}
