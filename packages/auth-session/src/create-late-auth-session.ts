import type { AuthSession } from './auth-session.ts';
import { type Clock, systemClock } from './clock.ts';
import { MESSAGES } from './messages.ts';
import type { SessionState } from './session-state.ts';
import { browserStorage, type KeyValueStorage, STORAGE_KEYS } from './storage-keys.ts';
import { whenPainted } from './when-painted.ts';

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
  async function openInTheEnd(signal: AbortSignal | undefined): Promise<void> {
    while (!stopped) {
      signal?.throwIfAborted();
      try {
        await open();
        return;
      } catch {
        await new Promise<void>((resolve) => clock.setTimeout(resolve, RETRY_MS));
      }
    }
  }

  return {
    async start({ signal } = {}) {
      stopped = false;
      if (!isStored(storage)) {
        early = { status: 'signed-out', error: null };
        tell();
        await ready();
      }
      await openInTheEnd(signal);
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
      const opened = await open().catch(() => null);
      return opened ? opened.login(credentials, options) : { ok: false, code: 'network', message: MESSAGES.network };
    },
    logout: async () => (await open()).logout(),
    refresh: async () => (await open()).refresh(),
    getAccessToken: async (options) => (await open()).getAccessToken(options),
    fetchWithSession: async (...args) => (await open()).fetchWithSession(...args),
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
