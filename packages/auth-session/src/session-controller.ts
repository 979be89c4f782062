import { createListeners } from '@scantix/runtime-utils';
import { type AccessTokenSource, createAccessTokenSource } from './access-token-source.ts';
import { applyRefresh } from './apply-refresh.ts';
import { checkSession } from './check-session.ts';
import type { Clock } from './clock.ts';
import { TOKEN_REFRESH_NEEDED } from './constants.ts';
import type { ControllerContext } from './controller-context.ts';
import { type ControllerEvent, type ControllerState, INITIAL_STATE, transition } from './controller-state.ts';
import { listenToWindow } from './listen-to-window.ts';
import type { LogSink } from './log-sink.ts';
import { createPairTime } from './pair-time.ts';
import type { ServerTime } from './server-time.ts';
import type { SessionLocks } from './session-lock.ts';
import type { SessionState } from './session-state.ts';
import { createSessionTimers } from './session-timers.ts';
import { shareRefresh } from './share-refresh.ts';
import { checkAtStartUp } from './start-up-check.ts';
import type { StorageKeys } from './storage-keys.ts';
import type { TokenRefresher } from './token-refresher.ts';
import type { TokenVault } from './token-vault.ts';

interface SessionControllerOptions {
  clock: Clock;
  /** Sends the sign-outs that wait. */
  deliver: () => Promise<void>;
  events: EventTarget;
  /** The keys of local storage whose changes are another tab's. */
  keys: StorageKeys;
  locks: SessionLocks;
  log: LogSink;
  offlineGraceMs: number;
  refresher: TokenRefresher;
  serverTime: ServerTime;
  vault: TokenVault;
}

/** Holds the state of a session and keeps it up to date: start-up check, expiry, refresh, wake-up, other tabs. */
export interface SessionController {
  start(): Promise<void>;
  stop(): void;
  getSnapshot(): SessionState;
  subscribe(listener: () => void): () => void;
  /** Replaces both tokens; any failure returns false. */
  refresh(): Promise<boolean>;
  readonly tokens: AccessTokenSource;
  /** When the access token of a pair expires, epoch milliseconds of the device's clock. */
  readonly getExpiry: ControllerContext['time']['getExpiry'];
  dispatch(event: ControllerEvent): void;
  /** A sign-in or a sign-out begins and supersedes earlier ones and the refresh under way. The signal aborts when it is superseded itself. */
  beginAttempt(): AbortSignal;
}

/** Makes the controller; sign-in and sign-out drive it by `beginAttempt` and `dispatch`. */
export function createSessionController(options: SessionControllerOptions): SessionController {
  const { clock, deliver, events, keys, locks, log, offlineGraceMs, refresher, serverTime, vault } = options;
  const { subscribe, notify } = createListeners();
  let state = INITIAL_STATE;
  let attempt = new AbortController();
  let listening: AbortController | null = null;

  const time = createPairTime({
    ...{ clock, serverTime, offlineGraceMs },
    getKnown: () => state.pair,
    onSeen: (pair, seenMs) => void vault.noteSeen(pair, seenMs),
  });
  const joinRefresh = shareRefresh(refresher, (outcome) => applyRefresh(context, outcome));
  const context: ControllerContext = {
    ...{ clock, locks, log, serverTime, time, vault, dispatch },
    getState: () => state,
    refresh: (staleAccessToken) => joinRefresh(staleAccessToken, attempt.signal),
  };
  const raise = () => events.dispatchEvent(Object.assign(new Event(TOKEN_REFRESH_NEEDED), { key: keys.accessToken }));
  const timers = createSessionTimers(clock, raise, () => {
    void checkSession(context);
    // A clock that has lost time since runs the check too early: it found nothing due.
    setTimers();
  });

  function dispatch(event: ControllerEvent): void {
    const before = state;
    state = transition(before, event);
    if (movesTimers(before, state)) setTimers();
    // Whoever was signed in before a sign-in that fails still is: listeners are told of no sign-out in between, unless the
    // token has expired and is to be refreshed first.
    if (event.type === 'login-failed') void checkSession(context);
    if (state.session !== before.session) notify();
  }

  function setTimers(): void {
    const { session, pair, retryAt } = state;
    if (!listening || session.status !== 'signed-in' || !pair) {
      timers.clear();
      return;
    }
    timers.set({
      accessExpiresAt: time.getExpiry(pair),
      hasRefreshToken: pair.refreshToken !== null,
      checksAt: [session.expiresAt, ...(retryAt === null ? [] : [retryAt])],
    });
  }

  async function refresh(): Promise<boolean> {
    const stored = vault.peek();
    if (!stored) {
      if (state.session.status === 'signed-in') dispatch({ type: 'session-missing' });
      return false;
    }
    const outcome = await context.refresh((state.pair ?? stored.pair).accessToken);
    return outcome.kind === 'refreshed';
  }

  function listen(): AbortController {
    const controller = new AbortController();
    const reactions = {
      onWake() {
        dispatch({ type: 'woken' });
        // The timer first: when both are due they share one refresh.
        timers.poke();
        void checkSession(context);
        void deliver();
      },
      // Whoever sets the clock leaves the page for it.
      onHide() {
        if (state.pair) time.note(state.pair);
      },
      onRefreshNeeded: () => void refresh(),
      onStorage(isReplaced: boolean) {
        if (isReplaced) vault.forget();
        void checkSession(context);
      },
    };
    listenToWindow(events, reactions, controller.signal, keys);
    return controller;
  }

  return {
    start() {
      listening ??= listen();
      return checkAtStartUp(context, attempt.signal).finally(() => void deliver());
    },
    stop() {
      listening?.abort();
      listening = null;
      timers.clear();
    },
    getSnapshot: () => state.session,
    subscribe,
    refresh,
    tokens: createAccessTokenSource(context),
    getExpiry: time.getExpiry,
    dispatch,
    beginAttempt() {
      attempt.abort();
      attempt = new AbortController();
      return attempt.signal;
    },
  };
}

/** The timers depend on the session, whose pair never changes without it, and on the next retry. */
function movesTimers(before: ControllerState, after: ControllerState): boolean {
  return before.session !== after.session || before.retryAt !== after.retryAt;
}
