import { NO_ANSWER_HEADERS } from '@scantix/api-contract';
import { type SnapshotPage, sealTicket } from '@scantix/api-contract/snapshot';
import { expect, test, vi } from 'vitest';
import type { TicketsState } from '../model/tickets-state.ts';
import type { TicketSet, TicketStore } from '../ports/ticket-store.ts';
import { VALID_TICKET } from '../testing/create-fake-tickets.ts';
import { createFakeClock } from '../testing/index.ts';
import { createTickets, type Tickets, type TicketsOptions } from './create-tickets.ts';

const SET = { domain: 'north', cursor: 'c1', ticketing: 'on', sum: { count: 4 } } as TicketSet;
const PAGE = { manifest: { complete: true }, rows: [] } as unknown as SnapshotPage;

const ok = <T>(value: T) => ({ ok: true, value, answer: NO_ANSWER_HEADERS }) as const;

/** Tickets over a storage without any, a source with one page, and a clerk at a gate. */
function setUp({ store, ...options }: Partial<Omit<TicketsOptions, 'store'>> & { store?: Partial<TicketStore> } = {}) {
  const clock = createFakeClock();
  const states: TicketsState[] = [];
  const log = vi.fn();
  const onChanged = vi.fn();
  const apply = vi.fn(async () => 'applied' as const);
  const fetchPage = vi.fn<TicketsOptions['source']['fetchPage']>(async () => ({
    ok: true,
    value: PAGE,
    answer: NO_ANSWER_HEADERS,
  }));
  const fetchSegment = vi.fn<TicketsOptions['source']['fetchSegment']>();
  const tickets = createTickets({
    ...{ clock, time: { now: clock.now, read: () => ({ earliest: clock.now(), latest: clock.now() }) } },
    ...{ locks: null, lockName: 'tickets', log, onChanged, onState: (state) => void states.push(state) },
    ...{
      owner: () => ({ domain: 'north', clerk: 'anna' }),
      checkpointId: () => 'gate',
      source: { fetchPage, fetchSegment },
    },
    ...{ ticketsStaleAfterMs: () => 1_000, ticketsExpireAfterMs: () => 2_000, ...options },
    store: {
      ...{ close: vi.fn(), read: async () => ({ whole: null, arriving: null }), apply },
      find: async () => ({ kind: 'no-tickets' }),
      dropArriving: async () => {},
      ...store,
    },
  });
  const refresh = (signal = new AbortController().signal) => tickets.refresh(signal);
  return { clock, states, log, onChanged, apply, fetchPage, fetchSegment, tickets, refresh };
}

test('tickets that cannot be read are a problem to show, and do not reject', async () => {
  const cause = new DOMException('', 'UnknownError');
  const { tickets, states, log } = setUp({ store: { read: () => Promise.reject(cause) } });
  await tickets.read();
  expect(states.at(-1)).toMatchObject({ status: 'failed', problem: 'The tickets on this device cannot be read.' });
  expect(log.mock.calls).toEqual([[{ name: 'ledger-tickets-failed', cause }]]);
});

test('there are tickets once a complete set was read', async () => {
  const sets = { whole: null as TicketSet | null, arriving: SET };
  const { tickets } = setUp({ store: { read: async () => sets } });
  await tickets.read();
  expect(tickets.hasTickets()).toBe(false);
  sets.whole = SET;
  await tickets.read();
  expect(tickets.hasTickets()).toBe(true);
});

test('nobody signed in: there are no tickets, and the storage is not read', async () => {
  const read = vi.fn();
  const { tickets, states } = setUp({ owner: () => null, store: { read } });
  await tickets.read();
  expect([states.at(-1)?.status, read.mock.calls]).toEqual(['none', []]);
});

test.each([
  ['nobody is signed in', { owner: () => null }],
  ['the device has no checkpoint', { checkpointId: () => null }],
])('while %s nothing is downloaded', async (_when, options) => {
  const { refresh, fetchPage, states } = setUp(options);
  expect([await refresh(), fetchPage.mock.calls, states]).toEqual(['idle', [], []]);
});

test('a download asks for what follows the set that arrives, and says that it runs', async () => {
  const arriving = { ...SET, cursor: 'c2' };
  const { clock, states, apply, onChanged, fetchPage, refresh } = setUp({
    store: { read: async () => ({ whole: SET, arriving }) },
  });
  expect(await refresh()).toBe('fresh');
  expect(fetchPage.mock.calls.map(([page]) => page)).toEqual([{ checkpointId: 'gate', cursor: 'c2' }]);
  expect(apply.mock.calls).toEqual([[PAGE, { domain: 'north', cursor: 'c2', now: clock.now() }]]);
  expect(onChanged).toHaveBeenCalledTimes(1);
  expect(states.map(({ updating }) => updating)).toEqual([true, true, false]);
});

test('two requests at once are one download, a later one is another', async () => {
  const { fetchPage, refresh } = setUp();
  expect(await Promise.all([refresh(), refresh()])).toEqual(['fresh', 'fresh']);
  expect(fetchPage).toHaveBeenCalledTimes(1);
  await refresh();
  expect(fetchPage).toHaveBeenCalledTimes(2);
});

test('a download that fails says why, until one succeeds', async () => {
  const { fetchPage, refresh, states, log } = setUp();
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
  const { apply, refresh, states, log } = setUp();
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
  const { clock, apply, fetchPage, refresh } = setUp({ store: { read, dropArriving } });
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
  const { apply, refresh, tickets } = setUp({ owner, store: { read } });
  apply.mockRejectedValueOnce(FULL);
  expect([await refresh(), await refresh()]).toEqual(['failed', 'idle']);
  domain = domainThen();
  ask(tickets);
  expect(await refresh()).toBe('fresh');
});

test('an update for which there is no room is tried again with the next poll', async () => {
  const dropArriving = vi.fn(async () => {});
  const { apply, refresh } = setUp({ store: { read: async () => ({ whole: SET, arriving: null }), dropArriving } });
  apply.mockRejectedValueOnce(FULL);
  expect([await refresh(), await refresh(), dropArriving.mock.calls]).toEqual(['failed', 'fresh', []]);
});

test.each([
  ['of another domain signs in', () => ({ domain: 'south', clerk: 'ben' })],
  ['signs out', () => null],
])('a page for a clerk who %s meanwhile is not saved', async (_what, after) => {
  let owner: TicketsOptions['owner'] = () => ({ domain: 'north', clerk: 'anna' });
  const { fetchPage, apply, refresh, states } = setUp({ owner: () => owner() });
  fetchPage.mockImplementationOnce(async () => {
    owner = after;
    return { ok: true, value: PAGE, answer: NO_ANSWER_HEADERS };
  });
  expect(await refresh()).toBe('failed');
  expect([apply.mock.calls, states.at(-1)?.problem]).toEqual([[], null]);
});

test('an aborted download asks for no page', async () => {
  const { fetchPage, refresh } = setUp();
  expect(await refresh(AbortSignal.abort())).toBe('failed');
  expect(fetchPage).not.toHaveBeenCalled();
});

test.each([
  ['that is too old is expired', { receivedAt: -2_000 }, 'expired'],
  ['of a domain without ticketing takes every code', { ticketing: 'off' }, 'collects'],
  ['without the code does not have it', {}, 'not-in-snapshot'],
] as const)('a set %s', async (_what, more, kind) => {
  const { clock, tickets } = setUp({
    store: {
      find: async () => {
        const set = { ...SET, ...more };
        return {
          kind: 'missing',
          set: { ...set, receivedAt: clock.now() + ('receivedAt' in more ? more.receivedAt : 0) },
        };
      },
    },
  });
  expect(await tickets.lookup('north', 'A')).toEqual({ kind });
});

test('a device without tickets knows no code', async () => {
  expect(await setUp().tickets.lookup('north', 'A')).toEqual({ kind: 'no-tickets' });
});

test('closing closes the storage', () => {
  const close = vi.fn();
  setUp({ store: { close } }).tickets.close();
  expect(close).toHaveBeenCalledTimes(1);
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
  const { fetchPage, fetchSegment, apply, refresh } = setUp();
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
  const { fetchPage, fetchSegment, apply, refresh, states } = setUp();
  fetchPage.mockResolvedValueOnce(ok(NAMING));
  fetchSegment.mockResolvedValueOnce(ok(value));
  expect([await refresh(), apply.mock.calls]).toEqual(['failed', []]);
  expect(states.at(-1)?.problem).toBe('The server cannot be reached.');
});

test('where another tab has saved a segment first, the device continues from what is saved', async () => {
  const { fetchPage, fetchSegment, apply, refresh } = setUp();
  fetchPage.mockResolvedValueOnce(ok(NAMING));
  fetchSegment.mockImplementation(async ({ segment }) => ok({ sha256: segment.sha256, rows: [ROW] }));
  apply.mockResolvedValueOnce('overtaken' as never);
  expect([await refresh(), fetchPage.mock.calls.length]).toEqual(['fresh', 2]);
  expect(fetchSegment).toHaveBeenCalledTimes(1);
});

test('a segment that the server no longer keeps sends the device back to the manifest, three times at most', async () => {
  const { fetchPage, fetchSegment, refresh } = setUp();
  const gone = { kind: 'refused', status: 404, code: 'not_found', message: 'Gone', answer: NO_ANSWER_HEADERS } as const;
  fetchPage.mockResolvedValueOnce(ok(NAMING));
  fetchSegment.mockResolvedValueOnce({ ok: false, failure: gone });
  expect([await refresh(), fetchPage.mock.calls.length]).toEqual(['fresh', 2]);
  fetchPage.mockResolvedValue(ok(NAMING));
  fetchSegment.mockResolvedValue({ ok: false, failure: gone });
  expect([await refresh(), fetchPage.mock.calls.length]).toEqual(['failed', 6]);
});

test('a device that has to wait for its turn waits as long as the server says, and shows no problem', async () => {
  const { clock, fetchPage, refresh, states } = setUp();
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
  const { clock, fetchPage, refresh } = setUp();
  const after = vi.spyOn(clock, 'after');
  const stop = new AbortController();
  fetchPage.mockResolvedValueOnce({ ok: false, failure: { ...REFUSED_503, retryAfterMs: 1_500 } });
  const ended = refresh(stop.signal);
  await vi.waitFor(() => expect(after).toHaveBeenCalledWith(1_500, expect.anything()));
  stop.abort();
  expect([await ended, fetchPage.mock.calls.length]).toEqual(['failed', 1]);
});

test('tickets of a newer format are not used, and the device is not ready', async () => {
  const whole = { ...SET, receivedAt: 0, rowFormat: 2 };
  const find = async () => ({ kind: 'found' as const, set: whole, row: { key: 'k', change: 1, sealed: '' } });
  const { clock, tickets, states } = setUp({ store: { read: async () => ({ whole, arriving: null }), find } });
  clock.set(0);
  await tickets.read();
  expect(states.at(-1)).toMatchObject({ status: 'failed', problem: 'The tickets on this device cannot be read.' });
  expect(await tickets.lookup('north', 'A')).toEqual({ kind: 'not-in-snapshot' });
});

test('a ticket that cannot be read is not in the snapshot, the device is not ready, and others are found', async () => {
  const whole = { ...SET, receivedAt: 0, snapshotId: 's' };
  const row = { key: btoa('k'.repeat(32)), change: 1, sealed: btoa('x'.repeat(40)) };
  const readable = { ...row, sealed: await sealTicket(VALID_TICKET, { barcode: 'B', key: row.key }) };
  const find = async (_domain: string, barcode: string) => ({
    ...{ kind: 'found' as const, set: whole },
    row: barcode === 'B' ? readable : row,
  });
  const { clock, tickets, states, log } = setUp({ store: { read: async () => ({ whole, arriving: null }), find } });
  clock.set(0);
  await tickets.read();
  expect(states.at(-1)?.status).toBe('ready');
  expect(await tickets.lookup('north', 'A')).toEqual({ kind: 'not-in-snapshot' });
  expect(states.at(-1)?.status).toBe('failed');
  expect(await tickets.lookup('north', 'B')).toMatchObject({ kind: 'known', state: VALID_TICKET });
  expect(log).toHaveBeenCalledTimes(1);
});
