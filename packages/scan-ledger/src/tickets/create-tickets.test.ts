import { NO_ANSWER_HEADERS } from '@scantix/api-contract';
import type { SnapshotPage } from '@scantix/api-contract/snapshot';
import { expect, test, vi } from 'vitest';
import type { TicketsState } from '../model/tickets-state.ts';
import type { TicketSet, TicketStore } from '../ports/ticket-store.ts';
import { createFakeClock } from '../testing/index.ts';
import { createTickets, type TicketsOptions } from './create-tickets.ts';

const SET = { domain: 'north', cursor: 'c1', ticketing: 'on', sum: { count: 4 } } as TicketSet;
const PAGE = { manifest: { complete: true }, rows: [] } as unknown as SnapshotPage;

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
  const tickets = createTickets({
    ...{ clock, time: { now: clock.now, read: () => ({ earliest: clock.now(), latest: clock.now() }) } },
    ...{ locks: null, lockName: 'tickets', log, onChanged, onState: (state) => void states.push(state) },
    ...{ owner: () => ({ domain: 'north', clerk: 'anna' }), checkpointId: () => 'gate', source: { fetchPage } },
    ...{ ticketsStaleAfterMs: () => 1_000, ticketsExpireAfterMs: () => 2_000, ...options },
    store: {
      ...{ close: vi.fn(), read: async () => ({ whole: null, arriving: null }), apply },
      find: async () => ({ kind: 'no-tickets' }),
      ...store,
    },
  });
  const refresh = (signal = new AbortController().signal) => tickets.refresh(signal);
  return { clock, states, log, onChanged, apply, fetchPage, tickets, refresh };
}

test('tickets that cannot be read are a problem to show, and do not reject', async () => {
  const cause = new DOMException('', 'UnknownError');
  const { tickets, states, log } = setUp({ store: { read: () => Promise.reject(cause) } });
  await tickets.read();
  expect(states.at(-1)).toMatchObject({ status: 'failed', problem: 'The tickets on this device cannot be read.' });
  expect(log.mock.calls).toEqual([[{ name: 'ledger-tickets-failed', cause }]]);
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
    'The tickets that arrived are not whole: they are fetched again.',
  ]);
  expect(log.mock.calls).toEqual([[{ name: 'ledger-tickets-failed' }]]);
  apply.mockRejectedValueOnce(new DOMException('', 'QuotaExceededError'));
  expect([await refresh(), states.at(-1)?.problem]).toEqual(['failed', 'The tickets cannot be kept on this device.']);
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
