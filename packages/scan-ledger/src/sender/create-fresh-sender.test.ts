import { expect, test, vi } from 'vitest';
import { createFreshSenderUnderTest, RECORDED, UNREACHABLE } from '../testing/fresh-sender-under-test.ts';
import { LEASE_MS } from './create-delivery.ts';
import type { FreshEnd } from './create-fresh-sender.ts';

test('a scan is sent once, however many wait for it', async () => {
  const { clock, store, ends, onEnd, fresh, reached } = createFreshSenderUnderTest();
  const now = clock.now();
  expect(fresh.begin('a', RECORDED)).toBe(true);
  expect(fresh.begin('a', RECORDED)).toBe(true);
  const [one, two] = [fresh.wait('a'), fresh.wait('a')];
  const onIdle = vi.fn();
  void fresh.idle().then(onIdle);
  await reached(1);
  expect(onIdle).not.toHaveBeenCalled();
  expect([fresh.isSending('a'), fresh.isSending('b'), fresh.isRunning()]).toEqual([true, false, true]);
  ends[0]?.({ kind: 'answered' });
  expect(await Promise.all([one.ended, two.ended])).toEqual(['answered', 'answered']);
  const lease = { holder: 'this page', until: now + LEASE_MS, now, isFresh: true, domain: 'north' };
  expect(store.leaseChain.mock.calls).toEqual([['a', lease]]);
  expect(store.release.mock.calls).toEqual([[['a'], 'this page']]);
  expect([onEnd.mock.calls, fresh.isRunning()]).toEqual([[['a', 'answered']], false]);
});

test.each(['gone', 'busy'] as const)('a scan that is %s is not sent, whoever asks again', async (kind) => {
  const { ends, fresh } = createFreshSenderUnderTest({ chain: async () => ({ kind }) });
  expect([await fresh.wait('a').ended, await fresh.wait('a').ended]).toEqual(['elsewhere', 'elsewhere']);
  expect(ends).toEqual([]);
});

test.each(['foreign', 'behind'] as const)('a scan that is %s is left to the backlog', async (kind) => {
  const { ends, onEnd, fresh } = createFreshSenderUnderTest({ chain: async () => ({ kind }) });
  expect(await fresh.wait('a').ended).toBe('failed');
  expect([ends, onEnd.mock.calls]).toEqual([[], [['a', 'failed']]]);
});

test('a scan whose call failed gets no second one, and others get theirs', async () => {
  const { store, ends, onEnd, fresh, reached } = createFreshSenderUnderTest();
  const { ended } = fresh.wait('a');
  await reached(1);
  ends[0]?.({ kind: 'failed', failure: {} });
  expect(await ended).toBe('failed');
  expect([await fresh.wait('a').ended, fresh.begin('a', RECORDED)]).toEqual(['failed', false]);
  expect([store.leaseChain.mock.calls.length, onEnd.mock.calls]).toEqual([1, [['a', 'failed']]]);
  void fresh.wait('b');
  await reached(2);
});

test('a call that is stopped before the name of the domain is decided takes no lease', async () => {
  const named = Promise.withResolvers<boolean>();
  const { store, fresh } = createFreshSenderUnderTest({ whenNamed: () => named.promise });
  const { ended } = fresh.wait('a');
  const stopped = fresh.stop();
  named.resolve(false);
  expect(await ended).toBe('failed');
  await stopped;
  expect(store.leaseChain).not.toHaveBeenCalled();
});

test('a storage that fails ends the call', async () => {
  const { fresh } = createFreshSenderUnderTest({ chain: () => Promise.reject(new Error('broken')) });
  expect(await fresh.wait('a').ended).toBe('failed');
});

test('while the server asks for a delay nothing is sent, and nobody waits', async () => {
  const { store, ends, fresh, reached } = createFreshSenderUnderTest();
  const { ended } = fresh.wait('a');
  await reached(1);
  ends[0]?.({ kind: 'failed', failure: { retryAfterMs: 45_000 } });
  await ended;
  expect([await fresh.wait('b').ended, fresh.begin('b', RECORDED)]).toEqual(['failed', false]);
  expect(store.leaseChain).toHaveBeenCalledTimes(1);
});

test('without a network nothing is sent at once: the backlog finds out whether that is true', async () => {
  const { browser, store, fresh } = createFreshSenderUnderTest();
  browser.isOnline = false;
  expect([fresh.begin('a', RECORDED), await fresh.wait('a').ended]).toEqual([false, 'failed']);
  expect(store.leaseChain).not.toHaveBeenCalled();
});

test('before the start, and while nobody is signed in, an answer may still come', async () => {
  const { signedIn, fresh } = createFreshSenderUnderTest();
  signedIn.domain = null;
  expect(await fresh.wait('a').ended).toBe('elsewhere');
  signedIn.domain = 'north';
  await fresh.stop();
  expect([await fresh.wait('a').ended, fresh.begin('a', RECORDED)]).toEqual(['elsewhere', false]);
});

test('more scans than four at once, without anybody who waits, go with the backlog', async () => {
  const { fresh, reached } = createFreshSenderUnderTest();
  expect(['a', 'b', 'c', 'd', 'e'].map((id) => fresh.begin(id, RECORDED))).toEqual([true, true, true, true, false]);
  void fresh.wait('e');
  await reached(5);
});

test('a call that everybody has left goes on until the next one begins; one that somebody waits for goes on', async () => {
  const { signals, fresh, reached } = createFreshSenderUnderTest();
  const left = fresh.wait('a');
  const joined = fresh.wait('b');
  await reached(2);
  left.leave();
  joined.leave();
  void fresh.wait('b');
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
  void fresh.wait('c');
  await reached(3);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false, false]);
});

test('a call that one of two has left goes on when the next one begins', async () => {
  const { signals, fresh, reached } = createFreshSenderUnderTest();
  const [left] = [fresh.wait('a'), fresh.wait('a')];
  await reached(1);
  left.leave();
  void fresh.wait('b');
  await reached(2);
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
});

test('an answer within the budget says that the server is there; the end of the budget, that it is not', async () => {
  const { clock, server, outcomes, fresh, reached } = createFreshSenderUnderTest();
  void fresh.wait('a');
  await reached(1);
  expect(server.contact().kind).toBe('answered');
  outcomes.push(UNREACHABLE);
  void fresh.wait('b');
  await reached(2);
  expect(server.contact().kind).toBe('unanswered');
  void fresh.wait('c');
  await reached(3);
  expect(server.contact().kind).toBe('answered');
  // The call goes on, and nothing was answered since it began but its own first step.
  clock.advance(3_000);
  expect(server.contact().kind).toBe('answered');
});

test('a storage that is slow before the call says nothing of the server', () => {
  const { clock, server, fresh } = createFreshSenderUnderTest({ chain: () => new Promise(() => {}) });
  void fresh.wait('a');
  clock.advance(60_000);
  expect(server.contact().kind).toBe('unknown');
});

test('a call without any answer when the budget ends counts as not answered', async () => {
  const send = vi.fn(() => new Promise<never>(() => {}));
  const { clock, server, fresh } = createFreshSenderUnderTest({ send });
  void fresh.wait('a');
  await vi.waitFor(() => expect(send).toHaveBeenCalled());
  clock.advance(2_999);
  expect(server.contact().kind).toBe('unknown');
  clock.advance(1);
  expect(server.contact().kind).toBe('unanswered');
});

test('a stop aborts all calls and waits for them', async () => {
  const { signals, fresh, reached } = createFreshSenderUnderTest();
  const ended: FreshEnd[] = [];
  for (const id of ['a', 'b']) void fresh.wait(id).ended.then((end) => ended.push(end));
  await reached(2);
  await fresh.stop();
  expect([signals.every(({ aborted }) => aborted), fresh.isRunning()]).toEqual([true, false]);
  await fresh.idle();
  expect(ended).toEqual(['failed', 'failed']);
});

test('a scan is sent for the domain of the clerk who was there when its call began', async () => {
  const named = Promise.withResolvers<boolean>();
  const { signedIn, domains, fresh, reached } = createFreshSenderUnderTest({ whenNamed: () => named.promise });
  void fresh.wait('a');
  signedIn.domain = 'south';
  named.resolve(true);
  await reached(1);
  expect(domains).toEqual(['north']);
});

test('while the name of the domain is undecided, a scan with another before it is left to the backlog', async () => {
  const earlier = { kind: 'scan', id: 'earlier', scan: null } as const;
  const { store, ends, fresh, reached } = createFreshSenderUnderTest({
    whenNamed: async () => false,
    chain: async (id) => ({ kind: 'leased', steps: [...(id === 'b' ? [earlier] : []), { ...earlier, id }] }),
  });
  void fresh.wait('a');
  await reached(1);
  expect(await fresh.wait('b').ended).toBe('failed');
  expect(store.release.mock.calls).toEqual([[['earlier', 'b'], 'this page']]);
  expect(ends).toHaveLength(1);
});

test('a scan is sent for the domain that it was recorded in, whoever has signed in since', async () => {
  const { signedIn, domains, fresh, reached } = createFreshSenderUnderTest();
  signedIn.domain = 'south';
  fresh.begin('a', RECORDED);
  await reached(1);
  expect(domains).toEqual(['north']);
});
