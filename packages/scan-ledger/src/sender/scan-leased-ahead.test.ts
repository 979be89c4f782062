import { expect, test, vi } from 'vitest';
import { createFreshSenderUnderTest, RECORDED } from '../testing/fresh-sender-under-test.ts';
import { LEASE_MS } from './create-delivery.ts';
import type { RecordedScan } from './create-fresh-sender.ts';

const leasedAhead = (id: string): RecordedScan => ({
  domain: 'north',
  leased: Promise.resolve([{ kind: 'scan', id, scan: null }]),
});

test('a scan is leased ahead where its call can begin at once', async () => {
  const { clock, browser, signedIn, isNamed, fresh, reached } = createFreshSenderUnderTest();
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
  const { store, ends, fresh, reached } = createFreshSenderUnderTest();
  expect(fresh.begin('a', leasedAhead('a'))).toBe(true);
  const { ended } = fresh.wait('a');
  await reached(1);
  expect(store.release).not.toHaveBeenCalled();
  ends[0]?.({ kind: 'answered' });
  expect([await ended, store.leaseChain.mock.calls]).toEqual(['answered', []]);
  expect(store.release.mock.calls).toEqual([[['a'], 'this page']]);
});

test('a scan that was leased ahead of a stop is given back unsent', async () => {
  const { store, ends, onEnd, fresh } = createFreshSenderUnderTest();
  await fresh.stop();
  expect(fresh.begin('a', leasedAhead('a'))).toBe(false);
  await vi.waitFor(() => expect(store.release.mock.calls).toEqual([[['a'], 'this page']]));
  expect([onEnd.mock.calls, ends]).toEqual([[], []]);
});

test('of scans that were recorded at the same moment four get calls; the others are given back for the backlog', async () => {
  const { store, fresh, reached } = createFreshSenderUnderTest();
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
  const { server, store, ends, fresh } = createFreshSenderUnderTest();
  expect(fresh.leaseAhead()).not.toBe(null);
  server.askedForDelay(5_000);
  expect(fresh.begin('a', leasedAhead('a'))).toBe(false);
  await vi.waitFor(() => expect(store.release.mock.calls).toEqual([[['a'], 'this page']]));
  expect(ends).toEqual([]);
});
