import { useSyncExternalStore } from 'react';

const subscribe = (listener: () => void) => {
  const leaving = new AbortController();
  for (const name of ['online', 'offline']) addEventListener(name, listener, { signal: leaving.signal });
  return () => leaving.abort();
};

/** Whether the browser has a network, as far as it knows; a server assumes one. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
}
