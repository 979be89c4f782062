import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { withinView } from './view-key.ts';

/**
 * Returns the query of the address, and a function that replaces it without leaving the view. React Router's
 * `useSearchParams` would bring its `Link` into the first route (docs/decisions/0007).
 */
export function useQueryParameters(): [URLSearchParams, (next: Readonly<Record<string, string>>) => void] {
  const location = useLocation();
  const navigate = useNavigate();
  const parameters = useMemo(() => new URLSearchParams(location.search), [location.search]);
  const replace = (next: Readonly<Record<string, string>>) =>
    void navigate({ search: new URLSearchParams(next).toString() }, { replace: true, state: withinView(location) });
  return [parameters, replace];
}
