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
  /** Another tab has written one of the session's keys, or removed it. */
  onStorage(isRemoved: boolean): void;
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
  for (const name of ['visibilitychange', 'pageshow', 'online']) events.addEventListener(name, wake, { signal });
  events.addEventListener(TOKEN_REFRESH_NEEDED, reactions.onRefreshNeeded, { signal });
  events.addEventListener(
    'storage',
    (event) => {
      const { key, newValue } = event as StorageEvent;
      // No key: everything was removed at once.
      if (key !== null && !Object.values(keys).includes(key)) return;
      reactions.onStorage(newValue === null);
    },
    { signal },
  );
}
