import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { beforeEach, expect, test, vi } from 'vitest';
import { createScanLedger } from '../index.ts';
import { ANNA, read } from '../testing/create-world.ts';
import { createFakeServer, unreachable } from '../testing/index.ts';
import { deleteTickets } from './delete-tickets.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

function openLedger(withTickets: boolean) {
  const server = createFakeServer();
  server.tickets.set('T-1');
  const ledger = createScanLedger({
    transport: server,
    ...(withTickets && { tickets: server }),
    owner: () => ANNA,
    deviceId: async () => 'device-1',
    checkpointId: () => read('').checkpointId,
    decisionBudgetMs: 10,
    databaseName: 'delete-tickets',
  });
  return { server, ledger };
}

const databases = async () =>
  (await indexedDB.databases()).flatMap(({ name = '' }) => (name.startsWith('delete-tickets') ? [name] : [])).sort();

test('a ledger without a source of tickets deletes those that are stored, keeps the scans, and decides nothing itself', async () => {
  const before = openLedger(true);
  before.server.always(unreachable);
  await before.ledger.start();
  const { scan } = await before.ledger.record(read('T-1'));
  before.server.setReachable(true);
  await before.ledger.refreshTickets();
  expect(before.ledger.getSnapshot().tickets.count).toBe(1);
  await before.ledger.stop();
  expect(await databases()).toEqual(['delete-tickets', 'delete-tickets-facts', 'delete-tickets-tickets']);

  const after = openLedger(false);
  after.server.always(unreachable);
  await after.ledger.start();
  await vi.waitFor(async () => expect(await databases()).toEqual(['delete-tickets', 'delete-tickets-facts']));
  expect(await after.ledger.decide(scan.id)).toMatchObject({ outcome: 'undecided', certainty: 'pending' });

  after.server.always(null);
  await after.ledger.drain();
  expect([...after.server.recorded.keys()]).toEqual([scan.id]);
  await after.ledger.stop();
});

test('tickets that cannot be deleted leave a line in the log', async () => {
  const [log, cause] = [vi.fn(), new DOMException('no room', 'UnknownError')];
  const request = { error: cause } as IDBOpenDBRequest;
  const deleting = { deleteDatabase: vi.fn(() => request) };
  deleteTickets({ indexedDB: deleting as unknown as IDBFactory, databaseName: 'ledger', log });
  expect([deleting.deleteDatabase.mock.calls, log.mock.calls]).toEqual([[['ledger-tickets']], []]);
  request.onerror?.(new Event('error'));
  deleting.deleteDatabase.mockImplementation(() => {
    throw cause;
  });
  deleteTickets({ indexedDB: deleting as unknown as IDBFactory, databaseName: 'ledger', log });
  deleteTickets({ indexedDB: undefined, databaseName: 'ledger', log });
  expect(log.mock.calls).toEqual(Array(2).fill([{ name: 'ledger-tickets-not-deleted', cause }]));
});
