import { useEffect, useState } from 'react';

/** Whether something has been so for a while: what passes at once is worth no word, and moves nothing. */
export function useLasting(now: boolean, forMs: number): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!now) return;
    const timer = setTimeout(() => setLasts(true), forMs);
    return () => {
      clearTimeout(timer);
      setLasts(false);
    };
  }, [now, forMs]);
  return now && lasts;
}
