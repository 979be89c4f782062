import { expect, test } from 'vitest';
import { beginRotation, continueRotation, endRotation, forgetRotation, queueSignOut } from './rotation-record.ts';
import type { TokenPair } from './token-pair.ts';

const pair: TokenPair = {
  ...{ accessToken: 'access', expiresAt: 1_000, clockOffsetMs: null },
  ...{ refreshToken: 'refresh', refreshExpiresAt: 2_000 },
};
const offerOf = (server: string, handle: string | null) => ({ server, handle, takesProofs: true });

test.each([
  ['the server of the sign-in keeps its handle, which came with the sign-in only', 'a', 'handle'],
  ['another server gets no handle of the first', 'b', null],
])('after a refresh %s', (_what, server, handle) => {
  const record = beginRotation(pair, 'hash', offerOf('a', 'handle'));
  const next = continueRotation(record, 'hash', pair, 'next', offerOf(server, null));
  expect(next.offer).toEqual(offerOf(server, handle));
});

test('a refresh of a session without an offer has that of its answer', () => {
  const next = continueRotation(beginRotation(pair, 'hash'), 'hash', pair, 'next', offerOf('a', null));
  expect(next.offer).toEqual(offerOf('a', null));
});

test('a refresh without a record begins one, with the token that it replaced', () => {
  expect(continueRotation(null, 'hash', pair, 'next')).toEqual({
    ...{ current: pair, currentHash: 'next', replaced: ['hash'] },
    ...{ offer: undefined, revocations: undefined },
  });
});

test('where nobody is signed in only the sign-outs that wait are left', () => {
  const ended = endRotation(queueSignOut(beginRotation(pair, 'hash', offerOf('a', 'handle'))));
  expect(ended.replaced).toEqual(['hash']);
  expect(forgetRotation(ended)).toEqual({
    ...{ current: null, currentHash: null, replaced: [] },
    revocations: [{ server: 'a', handle: 'handle', endsAt: 2_000 }],
  });
  expect(forgetRotation(null)).toBeNull();
});

test('a session that another one replaces waits to be ended, once; one that is stored again does not', () => {
  const before = beginRotation(pair, 'hash', offerOf('a', 'handle'));
  const waiting = [{ server: 'a', handle: 'handle', endsAt: 2_000 }];
  const next = beginRotation(pair, 'next', offerOf('a', 'other'), before);
  expect(next.revocations).toEqual(waiting);
  expect(beginRotation(pair, 'next', undefined, { ...before, revocations: waiting }).revocations).toEqual(waiting);
  expect(beginRotation(pair, 'hash', offerOf('a', 'handle'), before).revocations).toBeUndefined();
});
