import type { Clock } from './clock.ts';
import { COOL_DOWN_MS, RESTORED_SESSION_MS, RETRY_DELAY_MS, START_UP_WAIT_MS } from './constants.ts';
import type { AccessTokenSource } from './fetch-with-session.ts';
import { listenToWindow } from './listen-to-window.ts';
import type { LogSink } from './log-sink.ts';
import { createPairTime } from './pair-time.ts';
import type { ServerTime } from './server-time.ts';
import { type SessionLocks, withSessionLock } from './session-lock.ts';
import { type SessionEvent, type SessionState, transition } from './session-state.ts';
import type { StoredSession } from './session-storage.ts';
import { createSessionTimers } from './session-timers.ts';
import type { TokenPair } from './token-pair.ts';
import type { RefreshOutcome, TokenRefresher } from './token-refresher.ts';
import type { TokenVault } from './token-vault.ts';

interface SessionKeeperOptions {
  clock: Clock;
  events: EventTarget;
  locks: SessionLocks;
  log: LogSink;
  offlineGraceMs: number;
  refresher: TokenRefresher;
  serverTime: ServerTime;
  vault: TokenVault;
}

/** Keeps the state of a session true: start-up check, expiry, refresh, wake-up, other tabs. */
export interface SessionKeeper {
  start(): Promise<void>;
  stop(): void;
  getSnapshot(): SessionState;
  subscribe(listener: () => void): () => void;
  refresh(): Promise<boolean>;
  readonly tokens: AccessTokenSource;
  dispatch(event: SessionEvent): void;
  /** A new session has been stored. */
  establish(session: StoredSession, warning: string | null): void;
  /** A sign-in or a sign-out begins: whatever was under way before no longer counts. Returns what tells if this one still does. */
  beginTurn(): () => boolean;
}

/** Makes the keeper; the session's other half, sign-in and sign-out, drives it by `beginTurn`, `dispatch` and `establish`. */
export function createSessionKeeper(options: SessionKeeperOptions): SessionKeeper {
  const { clock, events, locks, log, offlineGraceMs, refresher, serverTime, vault } = options;
  const listeners = new Set<() => void>();
  let state: SessionState = { status: 'restoring' };
  /** The pair that this tab has last acted on; local storage may be ahead of it. */
  let known: TokenPair | null = null;
  let warning: string | null = null;
  let turn = 0;
  let flight: { outcome: Promise<RefreshOutcome>; cancellation: AbortController } | null = null;
  let listening: AbortController | null = null;
  /** When the server is asked again after it could not be reached, epoch milliseconds. */
  let retryAt: number | null = null;
  let coolUntil = 0;
  const time = createPairTime(clock, serverTime, offlineGraceMs, () => known);
  const timers = createSessionTimers(clock, events, () => void check());

  function dispatch(event: SessionEvent): void {
    const before = state;
    state = transition(state, event);
    arm();
    if (state === before) return;
    for (const listener of [...listeners]) listener();
  }

  function arm(): void {
    timers.clear();
    if (!listening || state.status !== 'signed-in' || !known) return;
    timers.set({
      accessExpiresAt: time.getExpiry(known),
      hasRefreshToken: known.refreshToken !== null,
      checksAt: [state.expiresAt, ...(retryAt === null ? [] : [retryAt])],
    });
  }

  function establish(session: StoredSession, expiresAt: number): void {
    known = session.pair;
    retryAt = null;
    coolUntil = 0;
    dispatch({ type: 'established', user: session.user, expiresAt, warning });
  }

  const restore = (session: StoredSession) => establish(session, clock.now() + RESTORED_SESSION_MS);
  const follow = (session: StoredSession) => establish(session, time.getExpiry(session.pair));

  function forget(): void {
    known = null;
    warning = null;
    retryAt = null;
    coolUntil = 0;
  }

  function drop(): void {
    forget();
    if (state.status !== 'signing-in' && state.status !== 'signed-out') dispatch({ type: 'cleared', error: null });
  }

  /** One refresh for any number of callers, and one change of state for it. */
  function replace(staleAccessToken: string): Promise<RefreshOutcome> {
    if (flight) return flight.outcome;
    const cancellation = new AbortController();
    const outcome = refresher(staleAccessToken, cancellation.signal).then(async (result) => {
      if (flight?.cancellation === cancellation) flight = null;
      if (!cancellation.signal.aborted) await apply(result);
      return result;
    });
    flight = { outcome, cancellation };
    return outcome;
  }

  async function apply(outcome: RefreshOutcome): Promise<void> {
    if (outcome.kind === 'refreshed') {
      warning = outcome.warning ?? warning;
      if (state.status !== 'signing-in') follow(outcome.session);
      return;
    }
    log.log({
      name: 'session-refresh-failed',
      level: 'warn',
      category: 'auth',
      module: 'auth',
      properties: { outcome: outcome.kind },
    });
    const stored = vault.peek();
    if (outcome.kind !== 'unreachable' || !stored) {
      // What is stored now is not what was refused: another tab has signed in meanwhile.
      if (!stored || time.hasExpired(stored.pair)) drop();
      else if (state.status !== 'signing-in') follow(stored);
      return;
    }
    retryAt = clock.now() + RETRY_DELAY_MS;
    coolUntil = clock.now() + COOL_DOWN_MS;
    if (state.status === 'signing-in') return;
    if (!time.hasExpired(stored.pair)) {
      arm();
      return;
    }
    known = stored.pair;
    const expiresAt = time.getGraceEnd(stored.pair);
    if (expiresAt > clock.now() || state.status === 'signed-in') {
      dispatch({ type: 'server-lost', user: stored.user, expiresAt });
    } else if (state.status === 'restoring') {
      await vault.clear();
      drop();
    }
  }

  /** Looks at what is stored and at the time, and acts on what has changed: after a wake-up, at an expiry, for another tab. */
  async function check(): Promise<void> {
    if (state.status === 'restoring' || state.status === 'signing-in') return;
    const stored = vault.peek();
    if (!stored) {
      drop();
      return;
    }
    if (time.hasExpired(stored.pair)) {
      await replace(stored.pair.accessToken);
    } else if (state.status === 'signed-out') {
      restore(stored);
    } else if (stored.pair.accessToken !== known?.accessToken || stored.user.id !== state.user.id) {
      follow(stored);
    } else if (retryAt !== null) {
      await replace(stored.pair.accessToken);
    } else if (state.expiresAt <= clock.now()) {
      restore(stored);
    }
  }

  async function refresh(): Promise<boolean> {
    const stored = vault.peek();
    if (!stored) {
      if (state.status === 'signed-in') drop();
      return false;
    }
    const outcome = await replace(known?.accessToken ?? stored.pair.accessToken);
    return outcome.kind === 'refreshed';
  }

  /** Within the grace nobody waits long for a network that may not answer at all: the refresh goes on behind. */
  async function restoreExpired({ pair, user }: StoredSession): Promise<void> {
    const refreshed = replace(pair.accessToken);
    const expiresAt = time.getGraceEnd(pair);
    if (expiresAt <= clock.now()) {
      await refreshed;
      return;
    }
    const waited = Promise.withResolvers<void>();
    const handle = clock.setTimeout(() => {
      known = pair;
      if (state.status === 'restoring') dispatch({ type: 'server-lost', user, expiresAt });
      waited.resolve();
    }, START_UP_WAIT_MS);
    await Promise.race([refreshed, waited.promise]);
    clock.clearTimeout(handle);
  }

  function listen(): void {
    listening = new AbortController();
    const reactions = {
      onWake() {
        coolUntil = 0;
        // The timer first: when both are due they share one refresh.
        timers.poke();
        void check();
      },
      onRefreshNeeded: () => void refresh(),
      onStorage(isRemoved: boolean) {
        if (isRemoved) vault.forget();
        void check();
      },
    };
    listenToWindow(events, reactions, listening.signal);
  }

  return {
    async start() {
      if (!listening) listen();
      const startedIn = turn;
      const reading = await vault.read();
      if (turn !== startedIn) return;
      if (!reading) {
        await withSessionLock(locks, clock, () => vault.clearLeftovers());
        if (turn === startedIn) drop();
      } else if (time.hasExpired(reading.session.pair)) {
        await restoreExpired(reading.session);
      } else {
        restore(reading.session);
      }
    },
    stop() {
      listening?.abort();
      listening = null;
      arm();
    },
    getSnapshot: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    refresh,
    tokens: {
      async get() {
        const stored = vault.peek();
        if (!stored) {
          if (state.status === 'signed-in') drop();
          return { kind: 'signed-out' };
        }
        if (!time.hasExpired(stored.pair)) return { kind: 'token', token: stored.pair.accessToken };
        if (clock.now() < coolUntil) return { kind: 'unreachable' };
        const outcome = await replace(stored.pair.accessToken);
        if (outcome.kind === 'refreshed') return { kind: 'token', token: outcome.session.pair.accessToken };
        return { kind: outcome.kind === 'unreachable' ? 'unreachable' : 'signed-out' };
      },
      replace: async (token) => (await replace(token)).kind === 'refreshed',
    },
    dispatch,
    establish(session, warned) {
      warning = warned;
      follow(session);
    },
    beginTurn() {
      turn += 1;
      const current = turn;
      forget();
      flight?.cancellation.abort();
      flight = null;
      return () => turn === current;
    },
  };
}
