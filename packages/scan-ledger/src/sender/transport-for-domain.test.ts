import { expect, test, vi } from 'vitest';
import type { LedgerOwner } from '../model/ledger-owner.ts';
import { transportForDomain } from './transport-for-domain.ts';

/** A guarded transport of the domain `north`, and who is signed in. */
function setUp() {
  const signedIn = { domain: 'north' as string | null };
  const owner = () => (signedIn.domain === null ? null : ({ domain: signedIn.domain } as LedgerOwner));
  const answer = { ok: false, failure: { kind: 'unreachable', cause: null } } as const;
  const transport = { send: vi.fn(async () => answer), undo: vi.fn(async () => answer) };
  const { signal } = new AbortController();
  return { signedIn, transport, answer, guarded: transportForDomain('north', { transport, owner }), signal };
}

test('calls for the clerk who is signed in are passed on', async () => {
  const { transport, answer, guarded, signal } = setUp();
  const undo = {} as Parameters<typeof guarded.undo>[1];
  expect(await guarded.send([], { signal })).toBe(answer);
  expect(await guarded.undo('a', undo, { signal })).toBe(answer);
  expect(transport.send.mock.calls).toEqual([[[], { signal }]]);
  expect(transport.undo.mock.calls).toEqual([['a', undo, { signal }]]);
});

test.each([
  ['a clerk of another domain', 'south'],
  ['nobody', null],
])('while %s is signed in, nothing is sent', async (_who, domain) => {
  const { signedIn, transport, guarded, signal } = setUp();
  signedIn.domain = domain;
  await expect(guarded.send([], { signal })).rejects.toThrow('the clerk changed');
  expect(transport.send).not.toHaveBeenCalled();
});

test('an answer counts for nothing once a clerk of another domain has signed in', async () => {
  const { signedIn, transport, guarded, answer, signal } = setUp();
  transport.send.mockImplementation(async () => {
    signedIn.domain = 'south';
    return answer;
  });
  await expect(guarded.send([], { signal })).rejects.toThrow('the clerk changed');
});

test('an answer that arrives after sign-out counts', async () => {
  const { signedIn, transport, guarded, answer, signal } = setUp();
  transport.send.mockImplementation(async () => {
    signedIn.domain = null;
    return answer;
  });
  expect(await guarded.send([], { signal })).toBe(answer);
});
