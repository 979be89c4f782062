import type { AuthSession } from './auth-session.ts';
import type { Clock } from './clock.ts';

const RETRY_MS = 2_000;

interface SessionLoaderOptions {
  load: () => Promise<AuthSession>;
  clock: Clock;
  /** The session was loaded, or has changed its state. */
  onChange: () => void;
}

/** Loads and starts a session once, however many callers ask; after a failure the next caller loads it again. */
export interface SessionLoader {
  /** The session once its code is loaded, also before its start-up check has ended. */
  getSession(): AuthSession | null;
  /** The session, started; null when its code cannot be loaded now. */
  open(): Promise<AuthSession | null>;
  /** Tries every two seconds until the session is loaded or `stop` is called. */
  openEventually(): Promise<void>;
  /** Starts a session that is loaded, or lets `openEventually` load it. */
  start(signal: AbortSignal | undefined): Promise<void> | null;
  stop(): void;
}

/** The code loads first, then the start-up check runs. */
interface Opening {
  session: AuthSession | null;
  readonly started: Promise<AuthSession>;
}

/** Makes the loader of a late session. */
export function createSessionLoader({ load, clock, onChange }: SessionLoaderOptions): SessionLoader {
  let opening: Opening | null = null;
  let stopped = false;

  async function loadAndStart(): Promise<AuthSession> {
    try {
      const session = await load();
      session.subscribe(onChange);
      if (opening) opening.session = session;
      if (!stopped) await session.start();
      return session;
    } catch (error) {
      opening = null;
      throw error;
    }
  }

  function open(): Promise<AuthSession | null> {
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
