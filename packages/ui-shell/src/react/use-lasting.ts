import { useEffect, useState } from 'react';

/**
 * Whether `condition` has been true for `forMs` milliseconds without a break, so that a short change moves nothing on the page.
 *
 * @example
 * const isSlow = useLasting(isLoading, 1_000);
 */
export function useLasting(condition: boolean, forMs: number): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!condition) return;
    const timer = setTimeout(() => setLasts(true), forMs);
    return () => {
      clearTimeout(timer);
      setLasts(false);
    };
  }, [condition, forMs]);
  return condition && lasts;
}
