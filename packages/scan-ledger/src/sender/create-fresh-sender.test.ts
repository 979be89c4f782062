import { type ApiOutcome, NO_ANSWER_HEADERS } from '@scantix/api-contract';
import { expect, test, vi } from 'vitest';
import type { ScanChain } from '../ports/outbox-store.ts';
import { createFakeClock } from '../testing/index.ts';
import { LEASE_MS } from './create-delivery.ts';
import { createFreshSender, type FreshEnd, type RecordedScan } from './create-fresh-sender.ts';
import { createLeaseLock } from './create-lease-lock.ts';
import { createServerWatch } from './create-server-watch.ts';
import type { SendChain } from './send-chain.ts';

const OK: ApiOutcome<{ results: [] }> = { ok: true, value: { results: [] }, answer: NO_ANSWER_HEADERS };
const RECORDED: RecordedScan = { domain: 'north', leased: null };
const leasedAhead = (id: string): RecordedScan => ({
  domain: 'north',
  leased: Promise.resolve([{ kind: 'scan', id, scan: null }]),
});
const UNREACHABLE: ApiOutcome<never> = { ok: false, failure: { kind: 'unreachable', cause: null } };

/** A started sender whose calls the test ends, in their order. */
function setUp({
  chain,
  send,
  whenNamed = async () => true,
}: {
  chain?: (id: string) => Promise<ScanChain>;
  send?: () => Promise<never>;
  whenNamed?: () => Promise<boolean>;
} = {}) {
  const clock = createFakeClock();
  const browser = { isOnline: true };
  const server = createServerWatch({ clock, surroundings: { isOnline: () => browser.isOnline } });
  const isNamed = { now: true };
  const signedIn = { domain: 'north' as string | null };
  const ends: ((end: Awaited<ReturnType<SendChain>>) => void)[] = [];
  const signals: AbortSignal[] = [];
  const domains: string[] = [];
  const outcomes: ApiOutcome<{ results: [] }>[] = [];
  const store = {
    leaseChain: vi.fn(
      chain ??
        (async (id: string): Promise<ScanChain> => ({ kind: 'leased', steps: [{ kind: 'scan', id, scan: null }] })),
    ),
    release: vi.fn(async () => {}),
  };
  const onEnd = vi.fn();
  const fresh = createFreshSender({
    leaseLock: createLeaseLock({ locks: null, lockName: 'outbox', holder: 'this page' }),
    whenNamed: Object.assign(whenNamed, { isOpen: () => isNamed.now }),
    ...{ store, clock, server, holder: 'this page', onEnd, onBegin() {}, decisionBudgetMs: () => 3_000 },
    owner: () => (signedIn.domain === null ? null : { domain: signedIn.domain, clerk: 'anna' }),
    transport: {
      send: send ?? (async () => outcomes.shift() ?? OK),
      undo: () => Promise.reject(new Error('There is no undo')),
    },
    sendChain: async (_steps, { domain, transport, signal }) => {
      signals.push(signal);
      domains.push(domain);
      await transport.send([], { signal });
      return new Promise((resolve) => {
        ends.push(resolve);
        signal.addEventListener('abort', () => resolve({ kind: 'failed', failure: {} }));
      });
    },
  });
  fresh.start();
  const reached = (count: number) => vi.waitFor(() => expect(ends).toHaveLength(count));
  return { clock, browser, server, signedIn, isNamed, store, ends, signals, domains, outcomes, onEnd, fresh, reached };
}

test('a scan is sent once, however many wait for it', async () => {
  const { clock, store, ends, onEnd, fresh, reached } = setUp();
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
  const { ends, fresh } = setUp({ chain: async () => ({ kind }) });
  expect([await fresh.wait('a').ended, await fresh.wait('a').ended]).toEqual(['elsewhere', 'elsewhere']);
  expect(ends).toEqual([]);
});

test.each(['foreign', 'behind'] as const)('a scan that is %s is left to the backlog', async (kind) => {
  const { ends, onEnd, fresh } = setUp({ chain: async () => ({ kind }) });
  expect(await fresh.wait('a').ended).toBe('failed');
  expect([ends, onEnd.mock.calls]).toEqual([[], [['a', 'failed']]]);
});

test('a scan whose call failed gets no second one, and others get theirs', async () => {
  const { store, ends, onEnd, fresh, reached } = setUp();
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
  const { store, fresh } = setUp({ whenNamed: () => named.promise });
  const { ended } = fresh.wait('a');
  const stopped = fresh.stop();
  named.resolve(false);
  expect(await ended).toBe('failed');
  await stopped;
  expect(store.leaseChain).not.toHaveBeenCalled();
});

test('a storage that fails ends the call', async () => {
  const { fresh } = setUp({ chain: () => Promise.reject(new Error('broken')) });
  expect(await fresh.wait('a').ended).toBe('failed');
});

test('while the server asks for a delay nothing is sent, and nobody waits', async () => {
  const { store, ends, fresh, reached } = setUp();
  const { ended } = fresh.wait('a');
  await reached(1);
  ends[0]?.({ kind: 'failed', failure: { retryAfterMs: 45_000 } });
  await ended;
  expect([await fresh.wait('b').ended, fresh.begin('b', RECORDED)]).toEqual(['failed', false]);
  expect(store.leaseChain).toHaveBeenCalledTimes(1);
});

test('without a network nothing is sent at once: the backlog finds out whether that is true', async () => {
  const { browser, store, fresh } = setUp();
  browser.isOnline = false;
  expect([fresh.begin('a', RECORDED), await fresh.wait('a').ended]).toEqual([false, 'failed']);
  expect(store.leaseChain).not.toHaveBeenCalled();
});

test('before the start, and while nobody is signed in, an answer may still come', async () => {
  const { signedIn, fresh } = setUp();
  signedIn.domain = null;
  expect(await fresh.wait('a').ended).toBe('elsewhere');
  signedIn.domain = 'north';
  await fresh.stop();
  expect([await fresh.wait('a').ended, fresh.begin('a', RECORDED)]).toEqual(['elsewhere', false]);
});

test('more scans than four at once, without anybody who waits, go with the backlog', async () => {
  const { fresh, reached } = setUp();
  expect(['a', 'b', 'c', 'd', 'e'].map((id) => fresh.begin(id, RECORDED))).toEqual([true, true, true, true, false]);
  void fresh.wait('e');
  await reached(5);
});

test('a call that everybody has left goes on until the next one begins; one that somebody waits for goes on', async () => {
  const { signals, fresh, reached } = setUp();
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
  const { signals, fresh, reached } = setUp();
  const [left] = [fresh.wait('a'), fresh.wait('a')];
  await reached(1);
  left.leave();
  void fresh.wait('b');
  await reached(2);
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
});

test('an answer within the budget says that the server is there; the end of the budget, that it is not', async () => {
  const { clock, server, outcomes, fresh, reached } = setUp();
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
  const { clock, server, fresh } = setUp({ chain: () => new Promise(() => {}) });
  void fresh.wait('a');
  clock.advance(60_000);
  expect(server.contact().kind).toBe('unknown');
});

test('a call without any answer when the budget ends counts as not answered', async () => {
  const send = vi.fn(() => new Promise<never>(() => {}));
  const { clock, server, fresh } = setUp({ send });
  void fresh.wait('a');
  await vi.waitFor(() => expect(send).toHaveBeenCalled());
  clock.advance(2_999);
  expect(server.contact().kind).toBe('unknown');
  clock.advance(1);
  expect(server.contact().kind).toBe('unanswered');
});

test('a stop aborts all calls and waits for them', async () => {
  const { signals, fresh, reached } = setUp();
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
  const { signedIn, domains, fresh, reached } = setUp({ whenNamed: () => named.promise });
  void fresh.wait('a');
  signedIn.domain = 'south';
  named.resolve(true);
  await reached(1);
  expect(domains).toEqual(['north']);
});

test('while the name of the domain is undecided, a scan with another before it is left to the backlog', async () => {
  const earlier = { kind: 'scan', id: 'earlier', scan: null } as const;
  const { store, ends, fresh, reached } = setUp({
    whenNamed: async () => false,
    chain: async (id) => ({ kind: 'leased', steps: [...(id === 'b' ? [earlier] : []), { ...earlier, id }] }),
  });
  void fresh.wait('a');
  await reached(1);
  expect(await fresh.wait('b').ended).toBe('failed');
  expect(store.release.mock.calls).toEqual([[['earlier', 'b'], 'this page']]);
  expect(ends).toHaveLength(1);
});

test('a scan is leased ahead where its call can begin at once', async () => {
  const { clock, browser, signedIn, isNamed, fresh, reached } = setUp();
  const now = clock.now();
  expect(fresh.leaseAhead()).toEqual({ holder: 'this page', until: now + LEASE_MS, now, isFresh: true });
  isNamed.now = false;
  expect(fresh.leaseAhead()).toBe(null);
  isNamed.now = true;
  browser.isOnline = false;
  expect(fresh.leaseAhead()).toBe(null);
  browser.isOnline = true;
  signedIn.domain = null;
  expect(fresh.leaseAhead()).toBe(null);
  signedIn.domain = 'north';
  for (const id of ['a', 'b', 'c', 'd']) fresh.begin(id, RECORDED);
  await reached(4);
  expect(fresh.leaseAhead()).toBe(null);
});

test('a scan that was leased ahead is sent without another access to the storage, and given back after it', async () => {
  const { store, ends, fresh, reached } = setUp();
  expect(fresh.begin('a', leasedAhead('a'))).toBe(true);
  const { ended } = fresh.wait('a');
  await reached(1);
  expect(store.release).not.toHaveBeenCalled();
  ends[0]?.({ kind: 'answered' });
  expect([await ended, store.leaseChain.mock.calls]).toEqual(['answered', []]);
  expect(store.release.mock.calls).toEqual([[['a'], 'this page']]);
});

test('a scan that was leased ahead of a stop is given back unsent', async () => {
  const { store, ends, onEnd, fresh } = setUp();
  await fresh.stop();
  expect(fresh.begin('a', leasedAhead('a'))).toBe(false);
  await vi.waitFor(() => expect(store.release.mock.calls).toEqual([[['a'], 'this page']]));
  expect([onEnd.mock.calls, ends]).toEqual([[], []]);
});

test('of scans that were recorded at the same moment four get calls; the others are given back for the backlog', async () => {
  const { store, fresh, reached } = setUp();
  const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
  // All records begin before the first one is written.
  expect(ids.map(() => fresh.leaseAhead() !== null)).toEqual(ids.map(() => true));
  expect(ids.map((id) => fresh.begin(id, leasedAhead(id)))).toEqual([true, true, true, true, false, false]);
  await reached(4);
  expect(store.release.mock.calls).toEqual([
    [['e'], 'this page'],
    [['f'], 'this page'],
  ]);
});

test('a scan that was leased before the server asked for a delay is given back unsent', async () => {
  const { server, store, ends, fresh } = setUp();
  expect(fresh.leaseAhead()).not.toBe(null);
  server.askedForDelay(5_000);
  expect(fresh.begin('a', leasedAhead('a'))).toBe(false);
  await vi.waitFor(() => expect(store.release.mock.calls).toEqual([[['a'], 'this page']]));
  expect(ends).toEqual([]);
});

test('a scan is sent for the domain that it was recorded in, whoever has signed in since', async () => {
  const { signedIn, domains, fresh, reached } = setUp();
  signedIn.domain = 'south';
  fresh.begin('a', RECORDED);
  await reached(1);
  expect(domains).toEqual(['north']);
});
