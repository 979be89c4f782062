import { NO_ANSWER_HEADERS, type Scan, type Verdict } from '@scantix/api-contract';
import { expect, test, vi } from 'vitest';
import type { Settlement } from '../model/settlement.ts';
import type { LeaseRequest, WaitingScan } from '../ports/outbox-store.ts';
import { createFakeClock } from '../testing/index.ts';
import { type BatchSenderOptions, createBatchSender } from './create-batch-sender.ts';
import { createDelivery } from './create-delivery.ts';
import { createLeaseLock } from './create-lease-lock.ts';

/** A sender over an outbox whose scans are `null` where they cannot be read. */
function setUp(scans: Record<string, Scan | null>, locks: LockManager | null = null) {
  const clock = createFakeClock();
  let waiting: WaitingScan[] = Object.keys(scans).map((id) => ({ id, code: id }));
  const leases: LeaseRequest[] = [];
  const settled: Settlement[] = [];
  const store = {
    waiting: async () => waiting,
    lease: async (ids: readonly string[], request: LeaseRequest) => {
      leases.push(request);
      return ids.map((id) => ({ id, scan: scans[id] ?? null }));
    },
    release: vi.fn(async () => {}),
    leasedUntil: async () => null,
    settle: async (settlements: readonly Settlement[]) => {
      settled.push(...settlements);
      waiting = waiting.filter(({ id }) => !settlements.some((settlement) => settlement.id === id));
      return new Map<string, Verdict>();
    },
  };
  const send = vi.fn<BatchSenderOptions['transport']['send']>(async (sent) => ({
    ok: true,
    value: { results: sent.map(({ id }) => ({ id, status: 'recorded' })) },
    answer: NO_ANSWER_HEADERS,
  }));
  const onSettled = vi.fn();
  const deliver = createDelivery({
    ...{ store, clock, onSettled: (ids) => onSettled(ids), onConflicts: async () => {} },
    ...{ owner: () => ({ domain: 'north', clerk: 'anna' }) },
  });
  const held = new Set<string>();
  const batch = createBatchSender({
    ...{ store, clock, locks, lockName: 'outbox', holder: 'this page', random: () => 1, deliver },
    leaseLock: createLeaseLock({ locks, lockName: 'outbox', holder: 'this page' }),
    isHeld: (id) => held.has(id),
    transport: { send, undo: () => Promise.reject(new Error('There is no undo')) },
  });
  const onRead = vi.fn();
  const stopping = new AbortController();
  return {
    clock,
    held,
    store,
    leases,
    settled,
    send,
    onSettled,
    onRead,
    stopping,
    next: (isAsked = false) => batch('north', { signal: stopping.signal, onRead, isAsked }),
  };
}

const scan = (id: string) => ({ id }) as Scan;

test('a scan that this device can no longer read goes to quarantine, the others are sent', async () => {
  const { clock, settled, send, onSettled, next } = setUp({ a: scan('a'), b: null });
  expect(await next()).toEqual({ kind: 'sent' });
  expect(settled[0]).toEqual({
    ...{ id: 'b', sync: 'quarantined', verdict: null, knewDeviceVerdict: true },
    receivedAt: new Date(clock.now()).toISOString(),
    error: { code: 'unreadable', message: 'This device can no longer read this scan.' },
  });
  expect(send.mock.calls.map(([scans]) => scans.map(({ id }) => id))).toEqual([['a']]);
  expect(onSettled.mock.calls).toEqual([[['b']], [['a']]]);
});

test('where no scan can be read, nothing is sent, and there may be more', async () => {
  const { send, next } = setUp({ a: null });
  expect(await next()).toEqual({ kind: 'sent' });
  expect(send).not.toHaveBeenCalled();
  expect(await next()).toEqual({ kind: 'empty', dueAt: null });
});

test('scans are leased a little longer than a call lasts, and released with its end', async () => {
  const { clock, store, leases, onRead, next } = setUp({ a: scan('a') });
  const now = clock.now();
  await next();
  expect(leases).toEqual([{ holder: 'this page', until: now + 20_000, now, hasEnded: expect.any(Function) }]);
  expect(store.release.mock.calls).toEqual([[['a'], 'this page']]);
  expect(onRead).toHaveBeenCalledTimes(1);
});

test('where another tab sends all of them, there is nothing to send', async () => {
  const { store, send, next } = setUp({ a: scan('a') });
  store.lease = async () => [];
  expect(await next()).toEqual({ kind: 'empty', dueAt: null });
  expect([send.mock.calls, store.release.mock.calls]).toEqual([[], []]);
});

test('leases of tabs that have ended are taken over, those of tabs that work are not', async () => {
  const request = (_name: string, _options: LockOptions, callback: () => Promise<unknown>) => callback();
  const query = async () => ({ held: [{ name: 'outbox another page' }] });
  const { leases, next } = setUp({ a: scan('a') }, { request, query } as unknown as LockManager);
  await next();
  expect(leases.map(({ hasEnded }) => ['another page', 'a killed page'].map((of) => hasEnded?.(of)))).toEqual([
    [false, true],
  ]);
});

test('a call that is stopped is neither a success nor a failure', async () => {
  const { stopping, send, next } = setUp({ a: scan('a') });
  send.mockImplementation(() => {
    stopping.abort();
    return new Promise(() => {});
  });
  expect(await next()).toEqual({ kind: 'empty' });
});

test('a failed call halves the next batch', async () => {
  const { send, next } = setUp({ a: scan('a'), b: scan('b'), c: scan('c') });
  send.mockResolvedValueOnce({ ok: false, failure: { kind: 'unreachable', cause: null } });
  expect(await next()).toEqual({ kind: 'failed', failure: {}, isHalved: true });
  await next();
  expect(send.mock.calls.map(([scans]) => scans.length)).toEqual([3, 2]);
});

test('a scan that failed alone is tried again at its own time, or where somebody asks', async () => {
  const { clock, send, next } = setUp({ a: scan('a') });
  send.mockResolvedValue({ ok: false, failure: { kind: 'unreachable', cause: null } });
  expect(await next()).toEqual({ kind: 'failed', failure: {}, isHalved: false });
  expect(await next()).toEqual({ kind: 'empty', dueAt: clock.now() + 1_000 });
  await next(true);
  expect(await next()).toEqual({ kind: 'empty', dueAt: clock.now() + 2_000 });
  clock.advance(2_000);
  await next();
  expect(send).toHaveBeenCalledTimes(3);
});

test('what a person waits for is left to its own call', async () => {
  const { held, send, next } = setUp({ a: scan('a'), b: scan('b') });
  held.add('a');
  await next();
  expect(send.mock.calls.map(([scans]) => scans.map(({ id }) => id))).toEqual([['b']]);
  expect(await next()).toEqual({ kind: 'empty', dueAt: null });
});

test('scans behind many that may not go yet are found', async () => {
  const ids = Array.from({ length: 600 }, (_, index) => `scan ${index}`);
  const { held, store, send, next } = setUp(Object.fromEntries([...ids, 'last'].map((id) => [id, scan(id)])));
  const { waiting } = store;
  store.waiting = async (query?: { limit: number }) => (await waiting()).slice(0, query?.limit);
  for (const id of ids) held.add(id);
  await next();
  expect(send.mock.calls.map(([scans]) => scans.map(({ id }) => id))).toEqual([['last']]);
});

test('of the domain of the clerk as many scans as one call takes go in one', async () => {
  const ids = Array.from({ length: 200 }, (_, index) => `scan ${index}`);
  const { store, send, next } = setUp(Object.fromEntries(ids.map((id) => [id, scan(id)])));
  const waiting = vi.spyOn(store, 'waiting');
  await next();
  expect(waiting.mock.calls).toEqual([[{ domain: 'north', limit: 200 }]]);
  expect(send.mock.calls.map(([scans]) => scans.length)).toEqual([200]);
});

test('a call that succeeds doubles the next batch', async () => {
  const ids = Array.from({ length: 16 }, (_, index) => `scan ${index}`);
  const { send, next } = setUp(Object.fromEntries(ids.map((id) => [id, scan(id)])));
  for (const _ of [16, 8]) send.mockResolvedValueOnce({ ok: false, failure: { kind: 'unreachable', cause: null } });
  for (const _ of [16, 8, 4, 8]) await next();
  expect(send.mock.calls.map(([scans]) => scans.length)).toEqual([16, 8, 4, 8]);
});
