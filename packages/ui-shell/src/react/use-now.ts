import { useEffect, useState } from 'react';

/**
 * The time in epoch milliseconds, read again every `everyMs` milliseconds.
 *
 * @param atFirst what the first render shows, epoch milliseconds. A page that a server renders passes the server's time
 * to both, so that they agree; the time is read once the page has hydrated. @default now
 * @example
 * const now = useNow(30_000);
 */
export function useNow(everyMs: number, atFirst?: number): number {
  const [now, setNow] = useState(() => atFirst ?? Date.now());
  useEffect(() => {
    if (atFirst !== undefined) setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs, atFirst]);
  return now;
}
