import { describe, expect, test } from 'vitest';
import { createAccessTokenSource } from './access-token-source.ts';
import { applyRefresh } from './apply-refresh.ts';
import { checkSession } from './check-session.ts';
import { RESTORED_SESSION_MS } from './constants.ts';
import type { ControllerContext } from './controller-context.ts';
import { type ControllerEvent, type ControllerState, INITIAL_STATE } from './controller-state.ts';
import { silentLog } from './log-sink.ts';
import { createServerTime } from './server-time.ts';
import type { StoredSession } from './session-storage.ts';
import { createFakeClock, createMemoryLocks, fakeUser } from './testing/index.ts';
import type { RefreshOutcome } from './token-refresher.ts';
import type { TokenVault } from './token-vault.ts';

const clock = createFakeClock();
const EXPIRY = clock.now() + 60_000;
const GRACE_END = clock.now() + 600_000;
const stored: StoredSession = {
  user: fakeUser,
  pair: { accessToken: 'a', expiresAt: EXPIRY, refreshToken: 'r', refreshExpiresAt: null, clockOffsetMs: null },
};
const signedIn: ControllerState = {
  ...{ pair: stored.pair, warning: null, retryAt: null, coolUntil: 0 },
  session: { status: 'signed-in', user: fakeUser, expiresAt: EXPIRY, offline: false, warning: null },
};
const signingIn: ControllerState = { ...INITIAL_STATE, session: { status: 'signing-in' } };
const signedOut: ControllerState = { ...INITIAL_STATE, session: { status: 'signed-out', error: null } };

interface Around {
  state?: ControllerState;
  kept?: StoredSession | null;
  hasExpired?: boolean;
  outcome?: RefreshOutcome;
}

/** What a check is told of its surroundings, and what it does. */
function setUp({ state = signedIn, kept = stored, hasExpired = false, outcome = { kind: 'refused' } }: Around) {
  const did: (ControllerEvent | string)[] = [];
  const context: ControllerContext = {
    ...{ clock, locks: createMemoryLocks(), log: silentLog, serverTime: createServerTime(clock, () => {}) },
    time: {
      ...{ hasExpired: () => hasExpired, getExpiry: () => EXPIRY, getGraceEnd: () => GRACE_END },
      ...{ resume: () => {}, note: () => {} },
    },
    vault: { peek: () => kept, clear: async () => void did.push('clear') } as unknown as TokenVault,
    getState: () => state,
    dispatch: (event) => void did.push(event),
    async refresh(token) {
      did.push(`refresh ${token}`);
      return outcome;
    },
  };
  return { context, did };
}

const restored = { type: 'session-found', stored, expiresAt: clock.now() + RESTORED_SESSION_MS };
const followed = { type: 'session-found', stored, expiresAt: EXPIRY };
const another = { ...signedIn, pair: { ...stored.pair, accessToken: 'older' } };
const anotherUser: StoredSession = { ...stored, user: { ...fakeUser, id: 'another' } };

const offline = { type: 'expired', stored, graceEndsAt: GRACE_END, now: clock.now(), offline: true };
const over = (isOffline: boolean): ControllerState => ({
  ...signedIn,
  session: { ...signedIn.session, expiresAt: clock.now(), offline: isOffline } as never,
});

describe('a check of the session against what is stored', () => {
  test.each<[string, Around, unknown[]]>([
    ['before the start-up check has decided: nothing', { state: INITIAL_STATE, kept: null }, []],
    ['during a sign-in: nothing', { state: signingIn, kept: null }, []],
    ['nothing is stored any more: signed out', { kept: null }, [{ type: 'session-missing' }]],
    ['the token has expired, and the session has not: a refresh', { hasExpired: true }, ['refresh a']],
    [
      'both have expired: the grace counts, and a refresh',
      { state: over(false), hasExpired: true },
      [{ ...offline, offline: false }, 'refresh a'],
    ],
    ['both have expired, offline: so it stays', { state: over(true), hasExpired: true }, [offline, 'refresh a']],
    ['the token of nobody has expired: a refresh', { state: signedOut, hasExpired: true }, ['refresh a']],
    ['signed out, and another tab has signed in: restored', { state: signedOut }, [restored]],
    ['another tab has renewed the token: followed', { state: another }, [followed]],
    ['there is no pair yet: followed', { state: { ...signedIn, pair: null } }, [followed]],
    ['the same token of another user: followed', { kept: anotherUser }, [{ ...followed, stored: anotherUser }]],
    ['the server could not be reached before: a refresh', { state: { ...signedIn, retryAt: 1 } }, ['refresh a']],
    ['all is as it was: nothing', {}, []],
    ['the assumed hour has passed: restored', { state: over(false) }, [restored]],
  ])('%s', async (_name, around, expected) => {
    const { context, did } = setUp(around);
    await checkSession(context);
    expect(did).toEqual(expected);
  });
});

const unreachable: RefreshOutcome = { kind: 'unreachable', cause: null };
const later = { type: 'server-unreachable', retryAt: clock.now() + 30_000, coolUntil: clock.monotonicNow() + 5_000 };

describe('after a refresh', () => {
  test.each<[string, Around, RefreshOutcome, unknown[]]>([
    ['refused, and nothing is stored: signed out', { kept: null }, { kind: 'refused' }, [{ type: 'session-missing' }]],
    [
      'refused, and what is stored has expired: signed out',
      { hasExpired: true },
      { kind: 'refused' },
      [{ type: 'session-missing' }],
    ],
    ['refused, but another tab has signed in meanwhile: followed', {}, { kind: 'refused' }, [followed]],
    ['refused during a sign-in: the form goes on waiting', { state: signingIn }, { kind: 'refused' }, []],
    ['unreachable with a token that is valid: asked again later', {}, unreachable, [later]],
    ['unreachable, expired: offline', { hasExpired: true }, unreachable, [later, offline]],
    ['unreachable during a sign-in: asked again later', { state: signingIn, hasExpired: true }, unreachable, [later]],
    [
      'unreachable at the start, past the grace: cleared and signed out',
      { state: INITIAL_STATE, hasExpired: true },
      unreachable,
      [later, offline, 'clear', { type: 'session-missing' }],
    ],
  ])('%s', async (_name, around, outcome, expected) => {
    const { context, did } = setUp(around);
    await applyRefresh(context, outcome);
    expect(did).toEqual(expected);
  });
});

describe('the token of a call', () => {
  test.each<[string, Around, unknown, unknown[]]>([
    ['signed out: none, and nothing changes', { state: signedOut, kept: null }, { kind: 'signed-out' }, []],
    [
      'the storage was emptied: none, signed out',
      { kept: null },
      { kind: 'signed-out' },
      [{ type: 'session-missing' }],
    ],
    ['valid: as stored', {}, { kind: 'token', token: 'a' }, []],
    [
      'expired, and a moment ago nothing answered: unreachable without another call',
      { state: { ...signedIn, coolUntil: clock.monotonicNow() + 1 }, hasExpired: true },
      { kind: 'unreachable' },
      [],
    ],
    [
      'expired and refused: none',
      { hasExpired: true, outcome: { kind: 'refused' } },
      { kind: 'signed-out' },
      ['refresh a'],
    ],
    [
      'expired and nothing answers: unreachable',
      { hasExpired: true, outcome: unreachable },
      { kind: 'unreachable' },
      ['refresh a'],
    ],
  ])('%s', async (_name, around, expected, does) => {
    const { context, did } = setUp(around);
    expect(await createAccessTokenSource(context).get()).toMatchObject(expected as object);
    expect(did).toEqual(does);
  });
});
