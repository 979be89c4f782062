import { expect, test, vi } from 'vitest';
import type { TicketSet } from '../ports/ticket-store.ts';
import { createFakeClock } from '../testing/index.ts';
import { createTickets, type TicketsOptions } from './create-tickets.ts';

const clock = createFakeClock();

/** Tickets of a device that has a complete set, received a minute ago by the server's time. */
function setUp(options: Partial<TicketsOptions>) {
  const [onState, fetchPage] = [vi.fn(), vi.fn()];
  const whole = { domain: 'north', sum: { count: 4 }, receivedAt: clock.now() - 60_000 } as TicketSet;
  const now = () => clock.now();
  const tickets = createTickets({
    ...{ clock, locks: null, lockName: 'ledger', onState, onChanged() {}, log() {} },
    time: { now, read: () => ({ earliest: now(), latest: now() }) as never },
    ...{ owner: () => ({ domain: 'north', clerk: 'anna' }), checkpointId: () => 'gate' },
    ...{ ticketsStaleAfterMs: () => 900_000, ticketsExpireAfterMs: () => 9_000_000 },
    source: { fetchPage, fetchSegment: vi.fn() },
    store: { read: async () => ({ whole, arriving: null }) } as unknown as TicketsOptions['store'],
    ...options,
  });
  return { tickets, onState, fetchPage };
}

test('while another tab downloads this one is idle', async () => {
  const request = (_name: string, _options: LockOptions, callback: (lock: null) => unknown) => callback(null);
  const { tickets, fetchPage } = setUp({ locks: { request } as unknown as LockManager });
  expect(await tickets.refresh(new AbortController().signal)).toBe('idle');
  expect(fetchPage).not.toHaveBeenCalled();
});

test('the age of tickets is shown by the clock of the device, to the second', async () => {
  const ahead = (byMs: number) => () => clock.now() - byMs;
  const shown = async (now: () => number) => {
    const { tickets, onState } = setUp({ time: { now, read: () => ({ earliest: now(), latest: now() }) as never } });
    await tickets.read();
    return onState.mock.lastCall?.[0];
  };
  expect(await shown(ahead(0))).toMatchObject({ status: 'ready', count: 4, receivedAt: clock.now() - 60_000 });
  expect(await shown(ahead(30_400))).toMatchObject({ receivedAt: clock.now() - 30_000 });
});
