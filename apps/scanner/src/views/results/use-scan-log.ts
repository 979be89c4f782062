import { listScans, type ScanFilters } from '@scantix/api-contract';
import type { LedgerScan, ScanLedger } from '@scantix/scan-ledger';
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useCheckpoint } from '../../hooks/use-checkpoint.ts';
import { matchesFilters } from '../../scan/matches-filters.ts';
import { useApp } from '../../services/app-context.ts';
import { addToSheet, createSheetMaker, type LogSheet } from './log-sheet.ts';
import { fromDevice, fromServer, type LoggedScan } from './logged-scan.ts';
import { useUnsentScans } from './use-unsent-scans.ts';

const PAGE = 200;

/** What of the log has been read so far. */
export interface ScanLog {
  /** `null` until the first answer. */
  readonly sheet: LogSheet | null;
  /** Why there are only the scans of this device; `null` where the server has answered. */
  readonly deviceOnly: string | null;
  readonly hasMore: boolean;
  readonly loadingMore: boolean;
  readonly moreFailed: boolean;
  readonly loadMore: () => void;
  /** Asks the server once more. */
  readonly retry: () => void;
}

/** The scans that pass the filters, page by page: the server's and what waits here, or without it those of this device. */
export function useScanLog(filters: ScanFilters): ScanLog {
  const checkpoints = useCheckpoint().config?.checkpoints;
  const unsent = useUnsentScans();
  const { server, renew } = useServerLog(filters);
  const deviceOnly = server.isError && !server.data ? server.error.message : null;
  const device = useDeviceLog(filters, deviceOnly !== null);
  const source = deviceOnly === null ? server : device;
  useOnceSent(unsent?.length ?? 0, renew);

  const [sheetOfServer] = useState(() => createSheetMaker(readServerPage));
  const here = useMemo(() => (entry: LedgerScan) => fromDevice(entry, checkpoints ?? []), [checkpoints]);
  const sheetOfDevice = useMemo(() => createSheetMaker((page: DevicePage) => page.items.map(here)), [here]);

  const sheet = useMemo(() => {
    if (deviceOnly !== null) {
      return device.data || device.isError ? sheetOfDevice(device.data?.pages ?? []) : null;
    }
    if (!server.data) return null;
    const sent = sheetOfServer(server.data.pages);
    const oldest = server.hasNextPage ? (server.data.pages.at(-1)?.items.at(-1)?.claimedAt ?? '') : '';
    const waiting = (unsent ?? []).filter((entry) => matchesFilters(entry, filters)).map(here);
    // Where the server has more to tell, what is older than its last page has its place further down.
    return addToSheet(
      sent,
      waiting.filter(({ claimedAt }) => claimedAt >= oldest),
    );
  }, [
    deviceOnly,
    device.data,
    device.isError,
    server.data,
    server.hasNextPage,
    unsent,
    filters,
    here,
    sheetOfDevice,
    sheetOfServer,
  ]);

  const { hasNextPage, isFetching, fetchNextPage } = source;
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);

  return {
    sheet,
    deviceOnly,
    hasMore: hasNextPage,
    loadingMore: source.isFetchingNextPage,
    moreFailed: source.isFetchNextPageError,
    loadMore,
    retry: () => void server.refetch(),
  };
}

const readServerPage = ({ items }: { items: readonly LoggedScan[] }) => items;

interface DevicePage {
  readonly items: readonly LedgerScan[];
  /** Where the next page begins; `undefined` where there is none. */
  readonly before: string | undefined;
}

function useServerLog(filters: ScanFilters) {
  const { api } = useApp();
  const queries = useQueryClient();
  const queryKey = useMemo(() => ['scans', filters], [filters]);
  const readPage = useCallback(
    async (cursor: string | undefined, signal?: AbortSignal) => {
      const query = { ...filters, limit: String(PAGE), ...(cursor && { cursor }) };
      const answer = await api.call(listScans, { query, ...(signal && { signal }) });
      if (answer.ok) return { items: answer.value.items.map(fromServer), next: answer.value.next_cursor };
      throw new Error(answer.failure.kind === 'refused' ? answer.failure.message : 'The server cannot be reached.');
    },
    [api, filters],
  );
  const log = useInfiniteQuery({
    queryKey,
    staleTime: 0,
    // Read anew at each visit: to bring a long log up to date means to read all of its pages.
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: ({ state }: { state: { status: string } }) => state.status === 'error',
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => readPage(pageParam, signal),
    getNextPageParam: (page) => page.next,
  });

  const { refetch } = log;
  /** Brings what is new; a long log keeps its pages, where the newest one goes on from them. */
  const renew = useCallback(async () => {
    void queries.invalidateQueries({ queryKey: ['scan-counts'] });
    const long = () => {
      const data = queries.getQueryData<typeof log.data>(queryKey);
      return data && data.pages.length > 1 ? data : null;
    };
    const newest = long() && (await readPage(undefined).catch(() => null));
    // A page that is under way would put back the list that it began with.
    await queries.cancelQueries({ queryKey, exact: true });
    const data = long();
    const known = new Set(data?.pages[0]?.items.map(({ id }) => id));
    if (!data || !newest?.items.some(({ id }) => known.has(id))) return void refetch();
    queries.setQueryData(queryKey, {
      pages: [newest, ...data.pages],
      pageParams: [undefined, ...data.pageParams],
    });
  }, [queries, queryKey, readPage, refetch]);
  return { server: log, renew };
}

function useDeviceLog(filters: ScanFilters, enabled: boolean) {
  const { ledger } = useApp();
  return useInfiniteQuery({
    queryKey: ['device-scans', filters],
    enabled,
    staleTime: 0,
    gcTime: 0,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => readDevicePage(ledger, filters, pageParam, signal),
    getNextPageParam: (page) => page.before,
  });
}

/** Reads on until there is a page of what passes, or no more. */
async function readDevicePage(
  ledger: ScanLedger,
  filters: ScanFilters,
  from: string | undefined,
  signal: AbortSignal,
): Promise<DevicePage> {
  const items: LedgerScan[] = [];
  let before = from;
  do {
    const page = await ledger.list({ limit: PAGE, signal, ...(before && { before }) });
    items.push(...page.filter((entry) => matchesFilters(entry, filters)));
    before = page.length < PAGE ? undefined : page.at(-1)?.scan.id;
  } while (before && items.length < PAGE);
  return { items, before };
}

/** What has been sent is no longer told by this device: the server tells it. */
function useOnceSent(unsent: number, renew: () => unknown): void {
  const before = useRef(0);
  useEffect(() => {
    if (unsent < before.current) void renew();
    before.current = unsent;
  }, [unsent, renew]);
}
