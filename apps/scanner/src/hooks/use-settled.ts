import { useEffect, useState } from 'react';

/** How long a text must stand before the server is asked for it, in milliseconds. */
const PAUSE_MS = 250;

/** A text once it has not changed for a while, so that not every key is a search; an empty one at once. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(setSettled, text === '' ? 0 : PAUSE_MS, text);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
