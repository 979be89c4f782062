import { whenPainted } from '@scantix/runtime-utils';
import { abortable } from './abortable.ts';
import type { AuthSession } from './auth-session.ts';
import { type Clock, systemClock } from './clock.ts';
import { AuthSessionError } from './errors.ts';
import { MESSAGES } from './messages.ts';
import type { SessionState } from './session-state.ts';
import { browserStorage, type KeyValueStorage, STORAGE_KEYS } from './storage-keys.ts';

const RETRY_MS = 2_000;

/** What a late session is told. */
export interface LateAuthSessionOptions {
  /** Loads and makes the session itself; called again after a failure. */
  readonly load: () => Promise<AuthSession>;
  /** @default local storage */
  readonly storage?: KeyValueStorage;
  /** @default the platform's */
  readonly clock?: Clock;
  /** When the session is loaded for a visitor who has none stored. @default after the next paint */
  readonly ready?: () => Promise<void>;
}

/**
 * A session whose code loads after the first paint: a visitor of whom nothing is stored is signed out, and their form
 * needs no more than that to be shown. Where something is stored it loads at once and decides.
 *
 * @example
 * const session = createLateAuthSession({ load: async () => (await import('./create-session.ts')).createSession() });
 */
export function createLateAuthSession({
  load,
  storage = browserStorage,
  clock = systemClock,
  ready = whenPainted,
}: LateAuthSessionOptions): AuthSession {
  const listeners = new Set<() => void>();
  let early: SessionState = { status: 'restoring' };
  let session: AuthSession | null = null;
  let opening: Promise<AuthSession> | null = null;
  let stopped = false;

  function tell(): void {
    for (const listener of [...listeners]) listener();
  }

  /** Nobody is signed in, as far as can be told without the session. */
  function settle(error: string | null): void {
    early = { status: 'signed-out', error };
    tell();
  }

  /** What the session says, once it has decided. */
  function read(): SessionState {
    const state = session?.getSnapshot();
    return state && state.status !== 'restoring' ? state : early;
  }

  function open(): Promise<AuthSession> {
    opening ??= (async () => {
      try {
        const loaded = await load();
        loaded.subscribe(tell);
        session = loaded;
        if (!stopped) await loaded.start();
        return loaded;
      } catch (error) {
        opening = null;
        throw error;
      }
    })();
    return opening;
  }

  /** Nobody can sign in without it: tried until it is there. */
  async function openInTheEnd(): Promise<void> {
    while (!stopped) {
      try {
        await open();
        return;
      } catch {
        await new Promise<void>((resolve) => clock.setTimeout(resolve, RETRY_MS));
      }
    }
  }

  /** The session, or null where its code cannot be had now. */
  const tryToOpen = () => open().catch(() => null);

  return {
    async start({ signal } = {}) {
      stopped = false;
      // Started again after a stop.
      if (session) return session.start(signal ? { signal } : {});
      if (!isStored(storage)) {
        settle(null);
        await abortable(ready(), signal);
      }
      await abortable(openInTheEnd(), signal);
    },
    stop() {
      stopped = true;
      session?.stop();
    },
    getSnapshot: read,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async login(credentials, options) {
      const opened = await abortable(tryToOpen(), options?.signal);
      if (opened) return opened.login(credentials, options);
      settle(MESSAGES.network);
      return { ok: false, code: 'network', message: MESSAGES.network };
    },
    async logout() {
      // At once where it is there: the session clears what is stored before it waits for anything.
      const opened = session ?? (await tryToOpen());
      if (opened) return opened.logout();
      clear(storage);
      settle(null);
    },
    refresh: async () => (await tryToOpen())?.refresh() ?? false,
    getAccessToken: async (options) => (await abortable(tryToOpen(), options?.signal))?.getAccessToken(options) ?? null,
    async fetchWithSession(...args) {
      const opened = await tryToOpen();
      if (!opened) throw new AuthSessionError('unreachable', 'The session cannot be loaded now');
      return opened.fetchWithSession(...args);
    },
    async [Symbol.asyncDispose]() {
      stopped = true;
      session?.stop();
    },
  };
}

function isStored(storage: KeyValueStorage): boolean {
  try {
    return storage.getItem(STORAGE_KEYS.accessToken) !== null || storage.getItem(STORAGE_KEYS.user) !== null;
  } catch {
    return false;
  }
}

/** What a sign-out does where nothing else of the session is there. */
function clear(storage: KeyValueStorage): void {
  for (const key of Object.values(STORAGE_KEYS)) {
    try {
      storage.removeItem(key);
    } catch {
      // A storage that is blocked keeps nothing.
    }
  }
}
