import { formatFilters, type LogFilters, readFilters } from '@scantix/scan-ledger/log';
import { useMemo } from 'react';
import { useSettled } from '../../hooks/use-settled.ts';
import { useQueryParameters } from '../../navigation/use-query-parameters.ts';

/** New values of some filters; `undefined` removes one. */
export type FilterChange = { readonly [Name in keyof LogFilters]?: LogFilters[Name] | undefined };

/** The filters are part of the address, so that a filtered log can be bookmarked and shared. */
export function useResultFilters() {
  const [parameters, setParameters] = useQueryParameters();
  const filters = useMemo(() => readFilters(parameters), [parameters]);
  const search = useSettled(filters.search ?? '');
  const settled = useMemo((): LogFilters => {
    const { search: _, ...others } = filters;
    return search === '' ? others : { ...others, search };
  }, [filters, search]);
  const current = () => readFilters(new URLSearchParams(window.location.search));
  const replace = (next: FilterChange) => setParameters(formatFilters(next as LogFilters));
  return {
    filters,
    /** The filters by which the scans are read: with the text once nobody is typing. */
    settled,
    /** Those of the address: a change just before a press may not be rendered yet. */
    current,
    change: (changed: FilterChange) => replace({ ...current(), ...changed }),
    clear: () => replace({}),
  };
}
