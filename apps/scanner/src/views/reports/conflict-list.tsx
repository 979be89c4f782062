import { type ConflictRecord, listConflicts, type ScanRecord } from '@scantix/api-contract';
import { formatDate, formatExactTime, formatNumber, isolated } from '@scantix/i18n';
import { fromServer } from '@scantix/scan-ledger/log';
import { Button, EmptyState, Link, List, leaveFocusToTitle, Section } from '@scantix/ui-shell/react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { failureWords } from '../../format/failure-words.ts';
import { shortDevice } from '../../format/short-device.ts';
import { useI18n } from '../../hooks/use-i18n.ts';
import { useVenueZone } from '../../hooks/use-venue-zone.ts';
import { scanResultAddress } from '../../navigation/scan-result-address.ts';
import { TryAgain } from '../../queries/try-again.tsx';
import { useQueryFailure } from '../../queries/use-query-failure.ts';
import { useApp } from '../../services/app-context.ts';
import { useConflictWords } from '../../verdict/use-conflict-words.ts';
import { visibleBarcode } from '../../verdict/verdict-words.ts';
import { focusBeside } from '../offline/decision-row.tsx';

const CONFLICTS = ['conflicts'];
/** One that another supervisor acknowledges while a new one comes changes no number. */
const REFETCH_MS = 30_000;

/** The conflicts that nobody has acknowledged: a device let somebody in or out whom the server would have refused. */
export function ConflictList({ open }: { open: number }) {
  const { api } = useApp();
  const i18n = useI18n();
  const list = useRef<HTMLUListElement>(null);
  // Not a part of the reports: each change of those would end the loading of a further page.
  const query = useInfiniteQuery({
    queryKey: CONFLICTS,
    enabled: open > 0,
    refetchInterval: REFETCH_MS,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam: cursor, signal }) => {
      const answer = await api.call(listConflicts, { query: { open: 'true', cursor }, signal });
      if (!answer.ok) throw new Error(failureWords(i18n, answer.failure));
      return answer.value;
    },
    getNextPageParam: (page) => page.next_cursor,
  });
  const { data, refetch, fetchNextPage, hasNextPage, isFetchingNextPage, isFetchNextPageError } = query;
  const failure = useQueryFailure(query);
  useEffect(() => {
    if (open > 0) void refetch({ cancelRefetch: false });
  }, [open, refetch]);
  const number = (value: number) => formatNumber(value, i18n.locale);
  const conflicts = data?.pages.flatMap(({ items }) => items) ?? [];
  /** The first of the conflicts that were asked for. The button goes with the last page, so that one takes the focus. */
  const asked = useRef<number | null>(null);
  const showMore = async () => {
    asked.current = conflicts.length;
    const { isFetchNextPageError: failed } = await fetchNextPage();
    if (failed) asked.current = null;
  };
  useEffect(() => {
    if (asked.current === null || conflicts.length <= asked.current) return;
    list.current?.children[asked.current]?.querySelector('a')?.focus();
    asked.current = null;
  }, [conflicts.length]);
  if (open === 0 || (conflicts.length === 0 && !failure)) return null;
  return (
    <Section title={i18n.t('Conflicts')} note={number(open)}>
      {failure ? (
        <EmptyState
          level={3}
          title={i18n.t('Cannot be loaded now')}
          message={failure.error.message}
          actions={<TryAgain failure={failure} />}
        />
      ) : (
        <List ref={list}>
          {conflicts.map((conflict) => (
            <ConflictRow key={conflict.id} conflict={conflict} />
          ))}
        </List>
      )}
      {hasNextPage && (
        <Button ref={leaveFocusToTitle} busy={isFetchingNextPage} onClick={() => void showMore()}>
          {isFetchNextPageError
            ? i18n.t('More could not be loaded: try again')
            : i18n.t('Show more: {count} of {all} are shown', { count: number(conflicts.length), all: number(open) })}
        </Button>
      )}
    </Section>
  );
}

function ConflictRow({ conflict }: { conflict: ConflictRecord }) {
  const { ledger, toasts } = useApp();
  const i18n = useI18n();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const { scan, with_scan: other, kind } = conflict;
  const words = useConflictWords(scan.mode, kind);

  const acknowledge = async (row: Element | null) => {
    setBusy(true);
    const answer = await ledger.acknowledgeConflict(conflict.id);
    setBusy(false);
    if (answer.ok) {
      focusBeside(row);
      void queries.invalidateQueries({ queryKey: CONFLICTS });
      void queries.invalidateQueries({ queryKey: ['reports'] });
    } else {
      toasts.show({ kind: 'error', title: i18n.t('Not saved'), message: failureWords(i18n, answer.failure) });
    }
  };

  return (
    <li ref={leaveFocusToTitle} className="app-conflict">
      <div>
        <b>{scan.verdict.ticket?.holder ?? visibleBarcode(scan.barcode)}</b>
        <small>{words}</small>
        <ScanLink scan={scan} />
        {other && <ScanLink scan={other} />}
      </div>
      <Button busy={busy} onClick={({ currentTarget }) => void acknowledge(currentTarget.closest('li'))}>
        {i18n.t('Mark resolved')}
      </Button>
    </li>
  );
}

/** Time to the second, place, clerk and device: two scans of one conflict differ in one of them. */
function ScanLink({ scan }: { scan: ScanRecord }) {
  const { locale } = useI18n();
  const zone = useVenueZone();
  const { checkpoint, claimed_by: clerk, device_id: device } = scan;
  const at = fromServer(scan).claimedAt;
  const time = `${formatDate(at, locale, zone)}, ${formatExactTime(at, locale, zone)}`;
  return (
    <small>
      <Link href={scanResultAddress(scan)}>
        {[time, isolated(checkpoint.name), isolated(clerk), shortDevice(device)].join(' · ')}
      </Link>
    </small>
  );
}
