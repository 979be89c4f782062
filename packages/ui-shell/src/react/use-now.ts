import { useEffect, useState } from 'react';

/**
 * The time in epoch milliseconds, read again every `everyMs` milliseconds.
 *
 * @example
 * const now = useNow(30_000);
 */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
