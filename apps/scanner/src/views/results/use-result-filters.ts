import { OUTCOMES, type Outcome } from '@scantix/api-contract';
import { useLocation, useSearchParams } from 'react-router';
import { withinView } from '../../routes/view-key.ts';

export interface ResultFilters {
  readonly search: string;
  readonly outcome: Outcome | null;
}

/** The filters stand in the address, so that a view of the log can be kept and shared. */
export function useResultFilters() {
  const location = useLocation();
  const [parameters, setParameters] = useSearchParams();
  const filters: ResultFilters = {
    search: parameters.get('search') ?? '',
    outcome: OUTCOMES.find((outcome) => outcome === parameters.get('outcome')) ?? null,
  };
  const setFilters = ({ search, outcome }: ResultFilters) =>
    setParameters(
      { ...(search && { search }), ...(outcome && { outcome }) },
      { replace: true, state: withinView(location) },
    );
  return { filters, setFilters, clear: () => setFilters({ search: '', outcome: null }) };
}
