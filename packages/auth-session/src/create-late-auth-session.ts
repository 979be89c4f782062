import { createListeners, untilAborted, whenPainted } from '@scantix/runtime-utils';
import type { AuthSession } from './auth-session.ts';
import { type Clock, systemClock } from './clock.ts';
import { AuthSessionError } from './errors.ts';
import { createSessionLoader } from './load-session.ts';
import type { LoginFailure } from './login-failure.ts';
import { NETWORK_MESSAGE } from './network-message.ts';
import type { SessionNames } from './session-names.ts';
import type { SessionState } from './session-state.ts';
import type { SessionUser } from './session-user.ts';
import { browserStorage, type KeyValueStorage, STORAGE_KEYS, type StorageKeys } from './storage-keys.ts';

/** How a late session is loaded. */
export interface LateAuthSessionOptions<User extends SessionUser = SessionUser> {
  /** Loads and makes the session itself; called again after a failure. */
  readonly load: () => Promise<AuthSession<User>>;
  /** @default local storage */
  readonly storage?: KeyValueStorage;
  /** As of the session itself. @default those that the README states */
  readonly names?: Partial<SessionNames>;
  /** @default the clock of the machine */
  readonly clock?: Clock;
  /** When the session is loaded for a visitor without a stored session. @default once the page shows content, or after 3 s */
  readonly ready?: () => Promise<void>;
  /** Called each time that `load` fails, with its error. Without a network, that is every two seconds. */
  readonly onError?: (error: unknown) => void;
}

/**
 * A session whose code loads after the first paint. A visitor without a stored session is signed out at once, so the
 * sign-in form shows without the session's code. With a stored session the code loads at once and decides.
 *
 * @example
 * const session = createLateAuthSession({ load: async () => (await import('./create-session.ts')).createSession() });
 */
export function createLateAuthSession<User extends SessionUser = SessionUser>({
  load,
  storage = browserStorage,
  clock = systemClock,
  ready = whenPainted,
  onError,
  names: { keys = STORAGE_KEYS } = {},
}: LateAuthSessionOptions<User>): AuthSession<User> {
  const { subscribe, notify } = createListeners();
  /** Somebody has signed out without the session: the server is told by the session, if nobody has signed in since. */
  let isLeft = false;
  const loader = createSessionLoader({ load: loadAndLeave, clock, onChange: notify, onError });
  /** The state until the session has decided. */
  let early: SessionState<User> = { status: 'restoring' };

  async function loadAndLeave(): Promise<AuthSession<User>> {
    const session = await load();
    if (isLeft && !isStored(storage, keys)) void session.logout();
    isLeft = false;
    return session;
  }

  /** Nobody is signed in, as far as can be known without the session. */
  function signOutEarly(failure?: LoginFailure): void {
    early = { status: 'signed-out', error: failure?.message ?? null, ...(failure && { errorCode: failure.code }) };
    notify();
  }

  return {
    async start({ signal } = {}) {
      const restarted = loader.start(signal);
      if (restarted) return restarted;
      if (!isStored(storage, keys)) {
        signOutEarly();
        await untilAborted(ready(), signal);
      }
      await untilAborted(loader.openEventually(), signal);
    },
    stop: loader.stop,
    getSnapshot() {
      const state = loader.getSession()?.getSnapshot();
      return state && state.status !== 'restoring' ? state : early;
    },
    subscribe,
    async login(credentials, options) {
      const session = await untilAborted(loader.open(), options?.signal);
      if (session) return session.login(credentials, options);
      const failure = { ok: false, code: 'network', message: NETWORK_MESSAGE } as const;
      signOutEarly(failure);
      return failure;
    },
    async logout(options) {
      const session = loader.getSession();
      if (session) return session.logout(options);
      // Before any wait: a page that is closed while the code loads must not stay signed in.
      clear(storage, keys);
      isLeft = true;
      signOutEarly();
      await untilAborted(loader.open(), options?.signal);
    },
    refresh: async (options) => (await untilAborted(loader.open(), options?.signal))?.refresh(options) ?? false,
    getAccessToken: async (options) =>
      (await untilAborted(loader.open(), options?.signal))?.getAccessToken(options) ?? null,
    async fetchWithSession(...args) {
      const session = await untilAborted(loader.open(), args[1]?.signal ?? (args[0] as Partial<Request>).signal);
      if (!session) throw new AuthSessionError('unreachable', 'The session cannot be loaded now');
      return session.fetchWithSession(...args);
    },
    [Symbol.asyncDispose]: async () => loader.stop(),
  };
}

function isStored(storage: KeyValueStorage, keys: StorageKeys): boolean {
  try {
    return storage.getItem(keys.accessToken) !== null || storage.getItem(keys.user) !== null;
  } catch {
    return false;
  }
}

/** Signs out in local storage where the session cannot be loaded. */
function clear(storage: KeyValueStorage, keys: StorageKeys): void {
  for (const key of Object.values(keys)) {
    try {
      storage.removeItem(key);
    } catch {
      // A blocked storage holds nothing.
    }
  }
}
