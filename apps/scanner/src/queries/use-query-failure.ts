import { useState } from 'react';

/** Why a query has no data. */
export interface QueryFailure {
  readonly error: Error;
  /** Whether the query runs again now. */
  readonly retrying: boolean;
  readonly retry: () => void;
}

interface FailingQuery {
  readonly data: unknown;
  readonly error: Error | null;
  readonly isFetching: boolean;
  /** Whether `data` is another query's. */
  readonly isPlaceholderData?: boolean;
  readonly refetch: () => unknown;
}

/**
 * The failure of a query without data; `null` before the first, and once there is data. It stands while the query runs
 * again, so that what is shown in place of the data, and the focus in it, stays. That of another `subject` is forgotten.
 */
export function useQueryFailure(query: FailingQuery, subject = ''): QueryFailure | null {
  const { data, error, isFetching, isPlaceholderData = false, refetch } = query;
  const [last, setLast] = useState({ error: null as Error | null, subject });
  const before = last.subject === subject ? last.error : null;
  const answered = data !== undefined && (!isPlaceholderData || before === null);
  const standing = answered ? null : (error ?? before);
  if (standing !== last.error || subject !== last.subject) setLast({ error: standing, subject });
  return standing && { error: standing, retrying: isFetching, retry: () => void refetch() };
}
