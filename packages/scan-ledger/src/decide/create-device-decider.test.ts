import { expect, test, vi } from 'vitest';
import type { LedgerScan } from '../model/ledger-scan.ts';
import { createFakeClock, createFakeServer, createMemoryTicketStore } from '../testing/index.ts';
import { createDeviceDecider, type DeviceDeciderOptions } from './create-device-decider.ts';

const ENTRY = { domain: 'north', scan: { barcode: 'A', mode: 'entry', claimed_at: '2026-11-21T09:00:00.000Z' } };

function setUp(options: Partial<DeviceDeciderOptions> = {}) {
  const [log, onState, deleteDatabase] = [vi.fn(), vi.fn(), vi.fn(() => ({}))];
  const clock = createFakeClock();
  const now = () => clock.now();
  const decider = createDeviceDecider({
    database: { indexedDB: { deleteDatabase } as never, clock, databaseName: 'ledger', deadlineMs: 1_000 },
    ...{ clock, log, onState, locks: null, onChanged() {}, store: { listEffective: async () => [] } },
    time: { now, read: () => ({ earliest: now(), latest: now() }) as never },
    owner: () => ({ domain: 'north', clerk: 'anna' }),
    ...{ checkpointId: () => 'gate', ticketsStaleAfterMs: () => 900_000, ticketsExpireAfterMs: () => 9_000_000 },
    ...options,
  });
  return { decider, log, onState, deleteDatabase, clock };
}

test('without a source of tickets nothing loads, and the stored tickets are deleted', async () => {
  const { decider, deleteDatabase, onState, clock } = setUp();
  decider.start();
  expect(deleteDatabase.mock.calls).toEqual([['ledger-tickets']]);
  expect(decider.tickets()).toBeNull();
  expect(await decider.decide(ENTRY as LedgerScan)).toMatchObject({
    ...{ outcome: 'undecided', reason: 'server_unreachable', mode: 'entry' },
    decided_at: new Date(clock.now()).toISOString(),
  });
  decider.reread();
  await decider.close();
  expect(onState).not.toHaveBeenCalled();
});

test.each([
  ['a source of tickets', { source: createFakeServer() }],
  ['a store of its own', { ticketStore: createMemoryTicketStore() }],
])('with %s nothing is deleted', (_what, options) => {
  const { decider, deleteDatabase } = setUp(options);
  decider.start();
  expect(deleteDatabase).not.toHaveBeenCalled();
});

test('a change in another tab is read once the tickets are loaded, and they load once', async () => {
  const store = createMemoryTicketStore();
  const [read, close] = [vi.spyOn(store, 'read'), vi.spyOn(store, 'close')];
  const { decider, onState } = setUp({ source: createFakeServer(), ticketStore: store });
  decider.reread();
  const tickets = await decider.tickets();
  expect([read.mock.calls, await decider.tickets()]).toEqual([[], tickets]);
  decider.reread();
  await vi.waitFor(() => expect(onState).toHaveBeenCalledTimes(1));
  expect(read.mock.calls).toEqual([['north']]);
  await decider.close();
  expect(close).toHaveBeenCalledTimes(1);
});

test('what fails while a change of another tab is read is told to the log', async () => {
  const cause = new Error('nobody can be told');
  const onState = () => {
    throw cause;
  };
  const { decider, log } = setUp({ source: createFakeServer(), ticketStore: createMemoryTicketStore(), onState });
  await decider.tickets();
  decider.reread();
  await vi.waitFor(() => expect(log).toHaveBeenCalledWith({ name: 'ledger-tickets-not-read', cause }));
});
