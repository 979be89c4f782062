import { expect, test, vi } from 'vitest';
import type { AuthCalls, CallOutcome } from './auth-calls.ts';
import type { DeviceBinding } from './device-binding.ts';
import { createServerTime } from './server-time.ts';
import { LOCK_WAIT_MS } from './session-lock.ts';
import { createFakeClock, createMemoryLocks, fakeUser } from './testing/index.ts';
import type { TokenPair } from './token-pair.ts';
import { createTokenRefresher } from './token-refresher.ts';
import type { TokenVault, VaultReading } from './token-vault.ts';

const TOKENS = { access_token: 'a-2', refresh_token: 'r-2', expires_in: 60, refresh_expires_in: 600 };
const NOTHING = { ofKey: null, handle: null };
const renewed: CallOutcome<{ success: true; tokens: typeof TOKENS }> = {
  kind: 'ok',
  value: { success: true, tokens: TOKENS },
  sentAt: 0,
  said: NOTHING,
};

function setUp({
  pair = {},
  read = async (reading) => reading,
  answer = async () => renewed,
  rotated = { kind: 'stored', warning: null },
  request = createMemoryLocks().request,
}: {
  pair?: Partial<TokenPair>;
  read?: (reading: VaultReading) => Promise<VaultReading | null>;
  answer?: () => Promise<Awaited<ReturnType<AuthCalls['refresh']>>>;
  rotated?: Awaited<ReturnType<TokenVault['rotate']>>;
  request?: ReturnType<typeof createMemoryLocks>['request'];
} = {}) {
  const clock = createFakeClock();
  const stored: TokenPair = {
    ...{ accessToken: 'a-1', expiresAt: clock.now() + 60_000, refreshToken: 'r-1', refreshExpiresAt: null },
    clockOffsetMs: null,
    ...pair,
  };
  const reading: VaultReading = {
    session: { pair: stored, user: fakeUser },
    record: null,
    offsetMs: null,
    seenMs: null,
  };
  const refresh = vi.fn<AuthCalls['refresh']>(answer);
  const vault = {
    read: vi.fn(() => read(reading)),
    clear: vi.fn(async () => {}),
    rotate: vi.fn<TokenVault['rotate']>(async () => rotated),
  };
  const device = { prove: vi.fn(async () => null), readOffer: () => undefined, register: () => {} };
  const refresher = createTokenRefresher({
    calls: { refresh } as unknown as AuthCalls,
    clock,
    device: device as unknown as DeviceBinding,
    locks: { request },
    serverTime: createServerTime(clock, () => {}),
    vault: vault as unknown as TokenVault,
  });
  const leaving = new AbortController();
  return { refresher: (token = 'a-1') => refresher(token, leaving.signal), refresh, vault, device, leaving, clock };
}

test('tokens that the server sends are taken, whatever it says of the key', async () => {
  const { refresher, refresh } = setUp({ answer: async () => ({ ...renewed, said: { ...NOTHING, ofKey: 'prove' } }) });
  expect(await refresher()).toMatchObject({ kind: 'refreshed' });
  expect(refresh).toHaveBeenCalledTimes(1);
});

test('nobody is signed in: no call', async () => {
  const { refresher, refresh } = setUp({ read: async () => null });
  expect(await refresher()).toEqual({ kind: 'signed-out' });
  expect(refresh).not.toHaveBeenCalled();
});

test('a sign-out while the session is read: no call', async () => {
  const { refresher, refresh, leaving } = setUp({
    async read(reading) {
      leaving.abort();
      return reading;
    },
  });
  expect(await refresher()).toEqual({ kind: 'signed-out' });
  expect(refresh).not.toHaveBeenCalled();
});

test('a sign-out during the call: the answer is not stored', async () => {
  const { refresher, vault, leaving } = setUp({
    async answer() {
      leaving.abort();
      return renewed;
    },
  });
  expect(await refresher()).toEqual({ kind: 'signed-out' });
  expect(vault.rotate).not.toHaveBeenCalled();
});

test('a sign-out while the answer is stored: the vault is told', async () => {
  const { refresher, vault, leaving } = setUp();
  await refresher();
  expect(vault.rotate).toHaveBeenCalledOnce();
  const [, , isCurrent] = vault.rotate.mock.calls[0] ?? [];
  expect(isCurrent?.()).toBe(true);
  leaving.abort();
  expect(isCurrent?.()).toBe(false);
});

test('a pair without a refresh token is cleared without a call', async () => {
  const { refresher, refresh, vault } = setUp({ pair: { refreshToken: null } });
  expect(await refresher()).toEqual({ kind: 'refused' });
  expect(vault.clear).toHaveBeenCalledOnce();
  expect(refresh).not.toHaveBeenCalled();
});

test('a reading that took as long as other tabs wait for the lock is not used', async () => {
  const { refresher, refresh, vault, clock } = setUp();
  vault.read.mockImplementationOnce(async () => {
    await clock.advance(LOCK_WAIT_MS);
    return null;
  });
  expect(await refresher()).toMatchObject({ kind: 'refreshed' });
  expect(vault.read).toHaveBeenCalledTimes(2);
  expect(refresh).toHaveBeenCalledOnce();
});

test('a token whose proof took as long as other tabs wait for the lock is read again before it is presented', async () => {
  const asked: CallOutcome<never> = {
    kind: 'answered',
    status: 401,
    answer: null,
    said: { ...NOTHING, ofKey: 'prove' },
  };
  const { refresher, refresh, vault, device, clock } = setUp();
  refresh.mockResolvedValueOnce(asked);
  device.prove.mockImplementationOnce(async () => {
    await clock.advance(LOCK_WAIT_MS);
    return null;
  });
  expect(await refresher()).toMatchObject({ kind: 'refreshed' });
  expect(refresh).toHaveBeenCalledTimes(2);
  expect(vault.read).toHaveBeenCalledTimes(3);
});

test('a pair that other tabs replace each time: four attempts, then unreachable', async () => {
  const { refresher, refresh } = setUp({ rotated: { kind: 'superseded' } });
  expect(await refresher()).toEqual({
    kind: 'unreachable',
    cause: new Error('Other tabs replaced the tokens, or the server took no proof, each time'),
  });
  expect(refresh).toHaveBeenCalledTimes(4);
});

test('a browser that refuses the lock costs the order of tabs, not the refresh', async () => {
  const { refresher } = setUp({ request: () => Promise.reject(new DOMException('Refused', 'SecurityError')) });
  expect(await refresher()).toMatchObject({ kind: 'refreshed' });
});

test('a refusal that is no JSON is not one of our API: what answered is the cause', async () => {
  const page: CallOutcome<never> = { kind: 'answered', status: 401, answer: null, said: NOTHING };
  const { refresher, vault } = setUp({ answer: async () => page });
  expect(await refresher()).toEqual({ kind: 'unreachable', cause: page });
  expect(vault.clear).not.toHaveBeenCalled();
});

test('a storage that fails is the cause; after a sign-out it does not matter', async () => {
  const cause = new Error('no storage');
  const { refresher, vault, leaving } = setUp();
  vault.read.mockRejectedValue(cause);
  expect(await refresher()).toEqual({ kind: 'unreachable', cause });
  leaving.abort();
  expect(await refresher()).toEqual({ kind: 'signed-out' });
});
