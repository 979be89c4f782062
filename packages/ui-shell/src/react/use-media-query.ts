import { useCallback, useSyncExternalStore } from 'react';

/**
 * Whether a media query matches, kept current. On a server, and while a page hydrates, it is `onServer`.
 *
 * @param onServer what a server, which has no screen, takes it for. @default false
 * @example
 * const isDesk = useMediaQuery('(min-width: 1024px)');
 */
export function useMediaQuery(query: string, onServer = false): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => onServer,
  );
}
