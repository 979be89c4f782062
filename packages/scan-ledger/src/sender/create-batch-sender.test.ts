import { NO_ANSWER_HEADERS, type Scan } from '@scantix/api-contract';
import { expect, test, vi } from 'vitest';
import type { Settlement } from '../model/settlement.ts';
import type { LeaseRequest, WaitingScan } from '../ports/outbox-store.ts';
import { createFakeClock } from '../testing/index.ts';
import { type BatchSenderOptions, createBatchSender } from './create-batch-sender.ts';

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
    },
    waitingUndos: async () => [],
    settleUndo: async () => {},
  };
  const send = vi.fn<BatchSenderOptions['transport']['send']>(async (sent) => ({
    ok: true,
    value: { results: sent.map(({ id }) => ({ id, status: 'recorded' })) },
    answer: NO_ANSWER_HEADERS,
  }));
  const onSettled = vi.fn();
  const batch = createBatchSender({
    ...{ store, clock, locks, lockName: 'outbox', holder: 'this page', onSettled, onConflicts: async () => {} },
    ...{ owner: () => ({ domain: 'north', clerk: 'anna' }) },
    transport: { send, undo: () => Promise.reject(new Error('There is no undo')) },
  });
  const onRead = vi.fn();
  const stopping = new AbortController();
  return {
    clock,
    store,
    leases,
    settled,
    send,
    onSettled,
    onRead,
    stopping,
    next: () => batch('north', stopping.signal, onRead),
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
  expect(await next()).toEqual({ kind: 'empty' });
});

test('scans are leased a little longer than a call lasts, and released with its end', async () => {
  const { clock, store, leases, onRead, next } = setUp({ a: scan('a') });
  const now = clock.now();
  await next();
  expect(leases).toEqual([{ holder: 'this page', until: now + 20_000, now, takeOver: false }]);
  expect(store.release.mock.calls).toEqual([[['a'], 'this page']]);
  expect(onRead).toHaveBeenCalledTimes(1);
});

test('who holds the lock of the sender takes the leases of others over', async () => {
  const request = (_name: string, _options: LockOptions, callback: () => Promise<unknown>) => callback();
  const { leases, next } = setUp({ a: scan('a') }, { request } as unknown as LockManager);
  await next();
  expect(leases).toMatchObject([{ takeOver: true }]);
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
  expect(await next()).toEqual({ kind: 'failed', failure: {} });
  await next();
  expect(send.mock.calls.map(([scans]) => scans.length)).toEqual([3, 2]);
});
