import { startOfDay } from '@scantix/i18n';
import type { LedgerScan } from '@scantix/scan-ledger';
import {
  addUnsent,
  createLogGrouper,
  type DeviceLogPage,
  fromDevice,
  type GroupedLog,
  type LogFilters,
  listUnsent,
  prependNewest,
  readDevicePage,
  readServerPage,
  type ServerLogPage,
} from '@scantix/scan-ledger/log';
import { focusManager, keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { failureWords } from '../../format/failure-words.ts';
import { useCheckpoint } from '../../hooks/use-checkpoint.ts';
import { useI18n } from '../../hooks/use-i18n.ts';
import { useVenueZone } from '../../hooks/use-venue-zone.ts';
import { useLedgerValue } from '../../ledger/use-ledger-value.ts';
import { type QueryFailure, useQueryFailure } from '../../queries/use-query-failure.ts';
import { useApp } from '../../services/app-context.ts';

/** The part of the log that has been read. */
export interface ScanLog {
  /** `null` until the first page. */
  readonly grouped: GroupedLog | null;
  /** The unsent scans of this device, whether they match or not; `null` until known. */
  readonly unsent: readonly LedgerScan[] | null;
  /** The ids of the scans that the list has from the server. */
  readonly ofServer: ReadonlySet<string>;
  /** Why the log has only the scans of this device; `null` once the server has answered. */
  readonly deviceOnly: QueryFailure | null;
  /** Whether the scans are those of the filters before, until the server answers. */
  readonly outdated: boolean;
  readonly hasMore: boolean;
  readonly loadingMore: boolean;
  readonly moreFailed: boolean;
  readonly loadMore: () => void;
}

/** The scans that match the filters, page by page: the server's with the unsent ones of this device, or only this device's. */
export function useScanLog(filters: LogFilters): ScanLog {
  const checkpoints = useCheckpoint().config?.checkpoints;
  const unsent = useLedgerValue(listUnsent);
  const { server, renew } = useServerLog(filters);
  const failure = useQueryFailure(server);
  const deviceOnly = filters.sync ? null : failure;
  const isDeviceOnly = filters.sync !== undefined || failure !== null;
  const device = useDeviceLog(filters, isDeviceOnly);
  const { refetch: reread } = device;
  // A scan that is sent, or rejected, is in another list from then on.
  useEffect(() => {
    if (filters.sync && unsent) void reread();
  }, [filters.sync, unsent, reread]);
  const source = isDeviceOnly ? device : server;
  useOnceSent(unsent?.length ?? 0, renew);
  // Somebody looks at the page again.
  useEffect(() => focusManager.subscribe((visible) => void (visible && renew())), [renew]);

  const zone = useVenueZone();
  const dayOf = useCallback((at: number) => startOfDay(at, zone), [zone]);
  const groupServer = useMemo(() => createLogGrouper(({ items }: ServerLogPage) => items, dayOf), [dayOf]);
  const groupDevice = useMemo(() => {
    const scansOf = ({ items }: DeviceLogPage) => items.map((entry) => fromDevice(entry, checkpoints ?? []));
    return createLogGrouper(scansOf, dayOf);
  }, [checkpoints, dayOf]);

  const deviceAnswered = device.data !== undefined || device.isError;
  const grouped = useMemo(() => {
    if (isDeviceOnly) return deviceAnswered ? groupDevice(device.data?.pages ?? []) : null;
    if (!server.data) return null;
    const { pages } = server.data;
    const more = { unsent: unsent ?? [], filters, checkpoints: checkpoints ?? [], startOfDay: dayOf };
    return addUnsent(groupServer(pages), pages, more);
  }, [
    isDeviceOnly,
    deviceAnswered,
    device.data,
    server.data,
    unsent,
    filters,
    checkpoints,
    groupDevice,
    groupServer,
    dayOf,
  ]);

  const pages = source === server && !server.isPlaceholderData ? server.data?.pages : undefined;
  const ofServer = useMemo(() => new Set(pages?.flatMap(({ items }) => items.map(({ id }) => id))), [pages]);

  const { hasNextPage, isFetching, fetchNextPage } = source;
  const loadMore = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);

  return {
    grouped,
    unsent,
    ofServer,
    deviceOnly,
    outdated: source.isPlaceholderData,
    hasMore: hasNextPage,
    loadingMore: source.isFetchingNextPage,
    moreFailed: source.isFetchNextPageError,
    loadMore,
  };
}

function useServerLog(filters: LogFilters) {
  const { api } = useApp();
  const i18n = useI18n();
  const queries = useQueryClient();
  const queryKey = useMemo(() => ['scans', filters], [filters]);
  const log = useInfiniteQuery({
    queryKey,
    enabled: !filters.sync,
    staleTime: 0,
    // Read again at each visit: updating a long log would mean reading all of its pages.
    gcTime: 0,
    refetchOnWindowFocus: false,
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const page = await readServerPage(api, filters, { cursor: pageParam, signal });
      if (!page.ok) throw new Error(failureWords(i18n, page.failure));
      return page.value;
    },
    getNextPageParam: (page) => page.next,
  });

  const { refetch } = log;
  /** Loads new scans; a long log keeps its pages if the newest page overlaps them. */
  const renew = useCallback(async () => {
    if (filters.sync) return;
    void queries.invalidateQueries({ queryKey: ['scan-counts'] });
    const longLog = () => {
      const data = queries.getQueryData<typeof log.data>(queryKey);
      return data && data.pages.length > 1 ? data : null;
    };
    const newest = longLog() && (await readServerPage(api, filters));
    // A page that is still loading would restore the list that it began with.
    await queries.cancelQueries({ queryKey, exact: true });
    const data = longLog();
    const pages = data && newest?.ok && prependNewest(newest.value, data.pages);
    if (!pages) return void refetch();
    const pageParams = pages.length > data.pages.length ? [undefined, ...data.pageParams] : data.pageParams;
    queries.setQueryData(queryKey, { pages, pageParams });
  }, [api, filters, queries, queryKey, refetch]);
  return { server: log, renew };
}

function useDeviceLog(filters: LogFilters, enabled: boolean) {
  const { ledger } = useApp();
  return useInfiniteQuery({
    queryKey: ['device-scans', filters],
    enabled,
    staleTime: 0,
    gcTime: 0,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) => readDevicePage(ledger, filters, { from: pageParam, signal }),
    getNextPageParam: (page) => page.before,
  });
}

/** Calls `renew` when fewer scans are unsent: the server has them now. */
function useOnceSent(unsent: number, renew: () => unknown): void {
  const before = useRef(0);
  useEffect(() => {
    if (unsent < before.current) void renew();
    before.current = unsent;
  }, [unsent, renew]);
}
