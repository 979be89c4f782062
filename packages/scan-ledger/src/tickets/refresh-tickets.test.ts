import { NO_ANSWER_HEADERS } from '@scantix/api-contract';
import type { SnapshotPage } from '@scantix/api-contract/snapshot';
import { expect, test, vi } from 'vitest';
import { createTicketsUnderTest, PAGE, SET } from '../testing/tickets-under-test.ts';
import type { Tickets, TicketsOptions } from './create-tickets.ts';

const ok = <T>(value: T) => ({ ok: true, value, answer: NO_ANSWER_HEADERS }) as const;

test.each([
  ['nobody is signed in', { owner: () => null }],
  ['the device has no checkpoint', { checkpointId: () => null }],
])('while %s nothing is downloaded', async (_when, options) => {
  const { refresh, fetchPage, states } = createTicketsUnderTest(options);
  expect([await refresh(), fetchPage.mock.calls, states]).toEqual(['idle', [], []]);
});

test('a download asks for what follows the set that arrives, and says that it runs', async () => {
  const arriving = { ...SET, cursor: 'c2' };
  const { clock, states, apply, onChanged, fetchPage, refresh } = createTicketsUnderTest({
    store: { read: async () => ({ whole: SET, arriving }) },
  });
  expect(await refresh()).toBe('fresh');
  expect(fetchPage.mock.calls.map(([page]) => page)).toEqual([{ checkpointId: 'gate', cursor: 'c2' }]);
  expect(apply.mock.calls).toEqual([[PAGE, { domain: 'north', cursor: 'c2', now: clock.now() }]]);
  expect(onChanged).toHaveBeenCalledTimes(1);
  expect(states.map(({ updating }) => updating)).toEqual([true, true, false]);
});

test('two requests at once are one download, a later one is another', async () => {
  const { fetchPage, refresh } = createTicketsUnderTest();
  expect(await Promise.all([refresh(), refresh()])).toEqual(['fresh', 'fresh']);
  expect(fetchPage).toHaveBeenCalledTimes(1);
  await refresh();
  expect(fetchPage).toHaveBeenCalledTimes(2);
});

test('a download that fails says why, until one succeeds', async () => {
  const { fetchPage, refresh, states, log } = createTicketsUnderTest();
  const refusal = {
    kind: 'refused',
    status: 403,
    code: 'forbidden',
    message: 'Not for you',
    answer: NO_ANSWER_HEADERS,
  } as const;
  fetchPage.mockResolvedValueOnce({ ok: false, failure: refusal });
  expect([await refresh(), states.at(-1)?.problem]).toEqual(['failed', 'Not for you']);
  expect(log.mock.calls).toEqual([[{ name: 'ledger-tickets-failed', cause: refusal }]]);
  fetchPage.mockResolvedValueOnce({ ok: false, failure: { kind: 'unreachable', cause: null } });
  expect([await refresh(), states.at(-1)?.problem]).toEqual(['failed', 'The server cannot be reached.']);
  expect([await refresh(), states.at(-1)?.problem]).toEqual(['fresh', null]);
});

test('tickets that arrive incomplete, or find no room, are a problem to show', async () => {
  const { apply, refresh, states, log } = createTicketsUnderTest();
  apply.mockResolvedValueOnce('corrupt' as never);
  expect([await refresh(), states.at(-1)?.problem]).toEqual([
    'failed',
    'The downloaded tickets are incomplete and are fetched again.',
  ]);
  expect(log.mock.calls).toEqual([[{ name: 'ledger-tickets-failed' }]]);
  apply.mockRejectedValueOnce(new DOMException('', 'QuotaExceededError'));
  expect([await refresh(), states.at(-1)?.problem]).toEqual(['failed', 'The tickets cannot be kept on this device.']);
});

const FULL = new DOMException('', 'QuotaExceededError');

test('a set for which there is no room is dropped, so that scans can be recorded, and begun again after an hour', async () => {
  const dropArriving = vi.fn(async () => {});
  const read = async () => ({ whole: null, arriving: SET });
  const { clock, apply, fetchPage, refresh } = createTicketsUnderTest({ store: { read, dropArriving } });
  apply.mockRejectedValueOnce(FULL);
  expect([await refresh(), dropArriving.mock.calls.length]).toEqual(['failed', 1]);
  clock.advance(3_599_999);
  expect([await refresh(), fetchPage.mock.calls.length]).toEqual(['idle', 1]);
  clock.advance(1);
  expect([await refresh(), fetchPage.mock.calls.length]).toEqual(['fresh', 2]);
});

test.each([
  ['a person asks', () => 'north', (tickets: Tickets) => tickets.expectRoom()],
  ['somebody of another domain signs in', () => 'south', () => {}],
])('a set is begun again where %s after one did not fit', async (_what, domainThen, ask) => {
  let domain = 'north';
  const read = async () => ({ whole: null, arriving: SET });
  const owner = () => ({ domain, clerk: 'anna' });
  const { apply, refresh, tickets } = createTicketsUnderTest({ owner, store: { read } });
  apply.mockRejectedValueOnce(FULL);
  expect([await refresh(), await refresh()]).toEqual(['failed', 'idle']);
  domain = domainThen();
  ask(tickets);
  expect(await refresh()).toBe('fresh');
});

test('an update for which there is no room is tried again with the next poll', async () => {
  const dropArriving = vi.fn(async () => {});
  const { apply, refresh } = createTicketsUnderTest({
    store: { read: async () => ({ whole: SET, arriving: null }), dropArriving },
  });
  apply.mockRejectedValueOnce(FULL);
  expect([await refresh(), await refresh(), dropArriving.mock.calls]).toEqual(['failed', 'fresh', []]);
});

test.each([
  ['of another domain signs in', () => ({ domain: 'south', clerk: 'ben' })],
  ['signs out', () => null],
])('a page for a clerk who %s meanwhile is not saved', async (_what, after) => {
  let owner: TicketsOptions['owner'] = () => ({ domain: 'north', clerk: 'anna' });
  const { fetchPage, apply, refresh, states } = createTicketsUnderTest({ owner: () => owner() });
  fetchPage.mockImplementationOnce(async () => {
    owner = after;
    return { ok: true, value: PAGE, answer: NO_ANSWER_HEADERS };
  });
  expect(await refresh()).toBe('failed');
  expect([apply.mock.calls, states.at(-1)?.problem]).toEqual([[], null]);
});

test('an aborted download asks for no page', async () => {
  const { fetchPage, refresh } = createTicketsUnderTest();
  expect(await refresh(AbortSignal.abort())).toBe('failed');
  expect(fetchPage).not.toHaveBeenCalled();
});

const REFUSED_503 = {
  kind: 'refused',
  status: 503,
  code: 'unavailable',
  message: 'Wait',
  answer: NO_ANSWER_HEADERS,
} as const;
const SEGMENTS = ['a', 'b'].map((name) => ({ sha256: name.repeat(64), rows: 1, cursor: `after ${name}` }));
const ROW = { key: 'k', removed: true, change: 1 } as const;
const NAMING = {
  manifest: { complete: true, from_start: true, cursor: 'end', segments: SEGMENTS },
  rows: [],
} as unknown as SnapshotPage;

test('segments are saved one by one before the rows that follow them, each where the one before ended', async () => {
  const { fetchPage, fetchSegment, apply, refresh } = createTicketsUnderTest();
  fetchPage.mockResolvedValueOnce(ok(NAMING));
  fetchSegment.mockImplementation(async ({ segment }) => ok({ sha256: segment.sha256, rows: [ROW] }));
  expect(await refresh()).toBe('fresh');
  const saved = apply.mock.calls as unknown as [SnapshotPage, { cursor: string | null }][];
  expect(saved.map(([{ manifest: m }, { cursor }]) => [cursor, m.cursor, m.from_start, m.complete])).toEqual([
    [null, 'after a', true, false],
    ['after a', 'after b', false, false],
    ['after b', 'end', false, true],
  ]);
});

test.each([
  ['altered', { sha256: 'c'.repeat(64), rows: [ROW] }],
  ['cut off', { sha256: 'a'.repeat(64), rows: [] }],
])('a segment that arrives %s is not saved', async (_how, value) => {
  const { fetchPage, fetchSegment, apply, refresh, states } = createTicketsUnderTest();
  fetchPage.mockResolvedValueOnce(ok(NAMING));
  fetchSegment.mockResolvedValueOnce(ok(value));
  expect([await refresh(), apply.mock.calls]).toEqual(['failed', []]);
  expect(states.at(-1)?.problem).toBe('The server cannot be reached.');
});

test('where another tab has saved a segment first, the device continues from what is saved', async () => {
  const { fetchPage, fetchSegment, apply, refresh } = createTicketsUnderTest();
  fetchPage.mockResolvedValueOnce(ok(NAMING));
  fetchSegment.mockImplementation(async ({ segment }) => ok({ sha256: segment.sha256, rows: [ROW] }));
  apply.mockResolvedValueOnce('overtaken' as never);
  expect([await refresh(), fetchPage.mock.calls.length]).toEqual(['fresh', 2]);
  expect(fetchSegment).toHaveBeenCalledTimes(1);
});

test('a segment that the server no longer keeps sends the device back to the manifest, three times at most', async () => {
  const { fetchPage, fetchSegment, refresh } = createTicketsUnderTest();
  const gone = { kind: 'refused', status: 404, code: 'not_found', message: 'Gone', answer: NO_ANSWER_HEADERS } as const;
  fetchPage.mockResolvedValueOnce(ok(NAMING));
  fetchSegment.mockResolvedValueOnce({ ok: false, failure: gone });
  expect([await refresh(), fetchPage.mock.calls.length]).toEqual(['fresh', 2]);
  fetchPage.mockResolvedValue(ok(NAMING));
  fetchSegment.mockResolvedValue({ ok: false, failure: gone });
  expect([await refresh(), fetchPage.mock.calls.length]).toEqual(['failed', 6]);
});

test('a device that has to wait for its turn waits as long as the server says, and shows no problem', async () => {
  const { clock, fetchPage, refresh, states } = createTicketsUnderTest();
  const after = vi.spyOn(clock, 'after');
  fetchPage.mockResolvedValueOnce({ ok: false, failure: { ...REFUSED_503, retryAfterMs: 1_500 } });
  const ended = refresh();
  await vi.waitFor(() => expect(after).toHaveBeenCalledWith(1_500, expect.anything()));
  clock.advance(1_499);
  expect(fetchPage).toHaveBeenCalledTimes(1);
  clock.advance(1);
  expect([await ended, fetchPage.mock.calls.length]).toEqual(['fresh', 2]);
  expect(states.every(({ problem }) => problem === null)).toBe(true);
});

test('a device that is stopped while it waits for its turn asks no more', async () => {
  const { clock, fetchPage, refresh } = createTicketsUnderTest();
  const after = vi.spyOn(clock, 'after');
  const stop = new AbortController();
  fetchPage.mockResolvedValueOnce({ ok: false, failure: { ...REFUSED_503, retryAfterMs: 1_500 } });
  const ended = refresh(stop.signal);
  await vi.waitFor(() => expect(after).toHaveBeenCalledWith(1_500, expect.anything()));
  stop.abort();
  expect([await ended, fetchPage.mock.calls.length]).toEqual(['failed', 1]);
});
