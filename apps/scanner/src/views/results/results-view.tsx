import { listScans, OUTCOMES } from '@scantix/api-contract';
import { Button, EmptyState, Page, TextField } from '@scantix/ui-shell/react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useApp } from '../../app-context.ts';
import { useI18n } from '../../i18n/use-i18n.ts';
import { Loading } from '../../shell/loading.tsx';
import { OUTCOME_WORDS } from '../../verdict/verdict-words.ts';
import { DeviceLog } from './device-log.tsx';
import { ScanTable } from './scan-table.tsx';
import { useResultFilters } from './use-result-filters.ts';

/** Every scan of the domain, the newest first; without the server, those of this device. */
export function ResultsView() {
  const { api } = useApp();
  const i18n = useI18n();
  const { filters, setFilters, clear } = useResultFilters();
  const { search, outcome } = filters;
  // The address follows the field and not the field the address: a router's navigation may come later than a key.
  const [typed, setTyped] = useState(search);
  const { data, isPending, isError, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: ['scans', search, outcome],
    staleTime: 0,
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam, signal }) => {
      const query = {
        ...(search && { search }),
        ...(outcome && { outcome }),
        ...(pageParam && { cursor: pageParam }),
      };
      const answer = await api.call(listScans, { query, signal });
      if (answer.ok) return answer.value;
      throw new Error(answer.failure.kind === 'refused' ? answer.failure.message : 'The server cannot be reached.');
    },
    getNextPageParam: (page) => page.next_cursor,
  });
  const records = data?.pages.flatMap(({ items }) => items) ?? [];
  const filtered = search !== '' || outcome !== null;

  return (
    <Page className="app-results">
      <TextField
        label={i18n.t('Search scans')}
        labelHidden
        type="search"
        placeholder={i18n.t('Name or code')}
        leading={<Search aria-hidden />}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setFilters({ ...filters, search: event.target.value });
        }}
      />
      <fieldset className="app-chips">
        <legend className="stx-hidden">{i18n.t('Outcome')}</legend>
        {[null, ...OUTCOMES].map((value) => (
          <button
            key={value ?? 'all'}
            type="button"
            className="app-chip"
            aria-pressed={outcome === value}
            onClick={() => setFilters({ ...filters, outcome: value })}
          >
            {value ? i18n.t(OUTCOME_WORDS[value]) : i18n.t('All')}
          </button>
        ))}
      </fieldset>
      {isPending && <Loading count={6} />}
      {isError && <DeviceLog filters={filters} onRetry={() => void refetch()} />}
      {data && records.length === 0 && !filtered && (
        <EmptyState
          title={i18n.t('No scans yet')}
          message={i18n.t('Scans of your domain are listed here, newest first.')}
        />
      )}
      {data && records.length === 0 && filtered && (
        <EmptyState
          title={i18n.t('No scan matches')}
          actions={
            <Button
              onClick={() => {
                setTyped('');
                clear();
              }}
            >
              {i18n.t('Clear filters')}
            </Button>
          }
        />
      )}
      {records.length > 0 && <ScanTable records={records} />}
      {hasNextPage && (
        <Button wide busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {i18n.t('Show older scans')}
        </Button>
      )}
    </Page>
  );
}
