import { sealTicket } from '@scantix/api-contract/snapshot';
import { expect, test, vi } from 'vitest';
import type { TicketSet } from '../ports/ticket-store.ts';
import { VALID_TICKET } from '../testing/create-fake-tickets.ts';
import { createTicketsUnderTest, SET } from '../testing/tickets-under-test.ts';

test('tickets that cannot be read are a problem to show, and do not reject', async () => {
  const cause = new DOMException('', 'UnknownError');
  const { tickets, states, log } = createTicketsUnderTest({ store: { read: () => Promise.reject(cause) } });
  await tickets.read();
  expect(states.at(-1)).toMatchObject({ status: 'failed', problem: 'The tickets on this device cannot be read.' });
  expect(log.mock.calls).toEqual([[{ name: 'ledger-tickets-failed', cause }]]);
});

test('there are tickets once a complete set was read', async () => {
  const sets = { whole: null as TicketSet | null, arriving: SET };
  const { tickets } = createTicketsUnderTest({ store: { read: async () => sets } });
  await tickets.read();
  expect(tickets.hasTickets()).toBe(false);
  sets.whole = SET;
  await tickets.read();
  expect(tickets.hasTickets()).toBe(true);
});

test('nobody signed in: there are no tickets, and the storage is not read', async () => {
  const read = vi.fn();
  const { tickets, states } = createTicketsUnderTest({ owner: () => null, store: { read } });
  await tickets.read();
  expect([states.at(-1)?.status, read.mock.calls]).toEqual(['none', []]);
});

test.each([
  ['that is too old is expired', { receivedAt: -2_000 }, 'expired'],
  ['of a domain without ticketing takes every code', { ticketing: 'off' }, 'collects'],
  ['without the code does not have it', {}, 'not-in-snapshot'],
] as const)('a set %s', async (_what, more, kind) => {
  const { clock, tickets } = createTicketsUnderTest({
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
  expect(await createTicketsUnderTest().tickets.lookup('north', 'A')).toEqual({ kind: 'no-tickets' });
});

test('closing closes the storage', () => {
  const close = vi.fn();
  createTicketsUnderTest({ store: { close } }).tickets.close();
  expect(close).toHaveBeenCalledTimes(1);
});

test('tickets of a newer format are not used, and the device is not ready', async () => {
  const whole = { ...SET, receivedAt: 0, rowFormat: 2 };
  const find = async () => ({ kind: 'found' as const, set: whole, row: { key: 'k', change: 1, sealed: '' } });
  const { clock, tickets, states } = createTicketsUnderTest({
    store: { read: async () => ({ whole, arriving: null }), find },
  });
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
  const { clock, tickets, states, log } = createTicketsUnderTest({
    store: { read: async () => ({ whole, arriving: null }), find },
  });
  clock.set(0);
  await tickets.read();
  expect(states.at(-1)?.status).toBe('ready');
  expect(await tickets.lookup('north', 'A')).toEqual({ kind: 'not-in-snapshot' });
  expect(states.at(-1)?.status).toBe('failed');
  expect(await tickets.lookup('north', 'B')).toMatchObject({ kind: 'known', state: VALID_TICKET });
  expect(log).toHaveBeenCalledTimes(1);
});
