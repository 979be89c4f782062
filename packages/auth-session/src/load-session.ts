import type { AuthSession } from './auth-session.ts';
import type { Clock } from './clock.ts';
import type { SessionUser } from './session-user.ts';

const RETRY_MS = 2_000;

interface SessionLoaderOptions<User extends SessionUser> {
  load: () => Promise<AuthSession<User>>;
  clock: Clock;
  /** The session was loaded, or has changed its state. */
  onChange: () => void;
  onError: ((error: unknown) => void) | undefined;
}

/** Loads and starts a session once, however many callers ask; after a failure the next caller loads it again. */
export interface SessionLoader<User extends SessionUser> {
  /** The session once its code is loaded, also before its start-up check has ended. */
  getSession(): AuthSession<User> | null;
  /** The session, started; null when its code cannot be loaded now. */
  open(): Promise<AuthSession<User> | null>;
  /** Tries every two seconds until the session is loaded or `stop` is called. */
  openEventually(): Promise<void>;
  /** Starts a session that is loaded, or lets `openEventually` load it. */
  start(signal: AbortSignal | undefined): Promise<void> | null;
  stop(): void;
}

/** The code loads first, then the start-up check runs. */
interface Opening<User extends SessionUser> {
  session: AuthSession<User> | null;
  readonly started: Promise<AuthSession<User>>;
}

/** Makes the loader of a late session. */
export function createSessionLoader<User extends SessionUser>({
  load,
  clock,
  onChange,
  onError,
}: SessionLoaderOptions<User>): SessionLoader<User> {
  let opening: Opening<User> | null = null;
  let stopped = false;

  async function loadAndStart(): Promise<AuthSession<User>> {
    try {
      const session = await load();
      session.subscribe(onChange);
      if (opening) opening.session = session;
      if (!stopped) await session.start();
      return session;
    } catch (error) {
      opening = null;
      onError?.(error);
      throw error;
    }
  }

  function open(): Promise<AuthSession<User> | null> {
    opening ??= { session: null, started: loadAndStart() };
    return opening.started.catch(() => null);
  }

  return {
    getSession: () => opening?.session ?? null,
    open,
    async openEventually() {
      while (!stopped && !(await open())) await new Promise<void>((resolve) => void clock.after(RETRY_MS, resolve));
    },
    start(signal) {
      stopped = false;
      return opening?.session?.start(signal ? { signal } : {}) ?? null;
    },
    stop() {
      stopped = true;
      opening?.session?.stop();
    },
  };
}
