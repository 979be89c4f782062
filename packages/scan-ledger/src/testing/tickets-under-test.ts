import { NO_ANSWER_HEADERS } from '@scantix/api-contract';
import type { SnapshotPage } from '@scantix/api-contract/snapshot';
import { vi } from 'vitest';
import type { TicketsState } from '../model/tickets-state.ts';
import type { TicketSet, TicketStore } from '../ports/ticket-store.ts';
import { createTickets, type TicketsOptions } from '../tickets/create-tickets.ts';
import { createFakeClock } from './index.ts';

export const SET = { domain: 'north', cursor: 'c1', ticketing: 'on', sum: { count: 4 } } as TicketSet;
export const PAGE = { manifest: { complete: true }, rows: [] } as unknown as SnapshotPage;

/** Tickets over a storage without any, a source with one page, and a clerk at a gate. */
export function createTicketsUnderTest({
  store,
  ...options
}: Partial<Omit<TicketsOptions, 'store'>> & { store?: Partial<TicketStore> } = {}) {
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
