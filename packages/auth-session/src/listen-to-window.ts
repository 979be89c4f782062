import { TOKEN_REFRESH_NEEDED } from './constants.ts';
import { isPageHidden } from './environment.ts';
import { STORAGE_KEYS, type StorageKeys } from './storage-keys.ts';

/** What a session does at the events of its window. */
export interface WindowReactions {
  /** The page is shown again, comes out of the cache, or is online again. */
  onWake(): void;
  /** The page is hidden. */
  onHide(): void;
  /** Somebody raised `token-refresh-needed`. */
  onRefreshNeeded(): void;
  /** Another tab has written or removed one of the session's keys; `isReplaced` where that ends a session in memory. */
  onStorage(isReplaced: boolean): void;
}

/** Listens until `signal` aborts. */
export function listenToWindow(
  events: EventTarget,
  reactions: WindowReactions,
  signal: AbortSignal,
  keys: StorageKeys = STORAGE_KEYS,
): void {
  const wake = () => {
    if (isPageHidden()) reactions.onHide();
    else reactions.onWake();
  };
  const listen = (name: string, react: (event: StorageEvent) => void) => {
    const reactToOurs = (event: Event) => {
      const { key } = event as StorageEvent;
      // No key: it is of the page, everything was removed at once, or somebody asks every session for a refresh.
      if (key == null || Object.values(keys).includes(key)) react(event as StorageEvent);
    };
    events.addEventListener(name, reactToOurs, { signal });
  };
  for (const name of ['visibilitychange', 'pageshow', 'online']) listen(name, wake);
  listen(TOKEN_REFRESH_NEEDED, reactions.onRefreshNeeded);
  // The access token is written last, and every sign-in and refresh writes it.
  listen('storage', ({ key, newValue }) => reactions.onStorage(newValue === null || key === keys.accessToken));
}
