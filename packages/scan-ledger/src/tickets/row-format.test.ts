import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { createFakeClock } from '../testing/create-fake-clock.ts';
import { createFakeTickets } from '../testing/create-fake-tickets.ts';
import { createIndexedDbTicketStore } from './create-indexed-db-ticket-store.ts';

const [domain, checkpointId, now] = ['north', '01939f8e-0000-7000-8000-000000000001', 0];

test('rows of a later format stay in the set when an older server adds rows of its own', async () => {
  const databaseName = 'row-format';
  const store = createIndexedDbTicketStore({
    indexedDB: new IDBFactory(),
    clock: createFakeClock(),
    databaseName,
    deadlineMs: 5_000,
  });
  const tickets = createFakeTickets({ now: () => now });
  const update = async (rowFormat?: number) => {
    const cursor = (await store.read(domain)).whole?.cursor ?? null;
    const { manifest, rows } = await tickets.page({ checkpointId, cursor });
    const said = rowFormat === undefined ? manifest : { ...manifest, row_format: rowFormat };
    expect(await store.apply({ manifest: said, rows }, { domain, cursor, now })).toBe('applied');
    return (await store.read(domain)).whole?.rowFormat;
  };
  tickets.set('T-1');
  expect(await update()).toBe(1);
  tickets.set('T-2');
  expect(await update(2)).toBe(2);
  tickets.set('T-3');
  expect(await update(1)).toBe(2);
  expect(await update()).toBe(2);
  tickets.restartFeed();
  expect(await update(1)).toBe(1);
  store.close();
});
