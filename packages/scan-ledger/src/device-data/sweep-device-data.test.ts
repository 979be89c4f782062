import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { openLogDatabase } from '../store/log-database.ts';
import { createTestDevice, NAMED } from './create-test-device.ts';
import { resolveDeviceData } from './device-data-options.ts';
import { sweepDeviceData } from './sweep-device-data.ts';
import { LAST_ID, sweepLog } from './sweep-log.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

test('settled scans of all domains are deleted after 30 days, however few; what is not sent stays', async () => {
  const { clock, options, record, send, undo, store, barcodes } = createTestDevice();
  await send('sent');
  await send('of another domain', 'south');
  await record('waits');
  await send('rejected', 'north', 'quarantined');
  const undone = await send('undone');
  await undo(undone);
  const disputed = await send('disputed');
  await store.putConflicts('north', [{ id: 'c1', scanId: disputed } as never], { now: clock.now() });
  clock.set(clock.now() + 30 * DAY_MS - 1);
  await sweepDeviceData(options);
  expect(await barcodes()).toEqual(['sent', 'waits', 'rejected', 'undone', 'disputed']);
  clock.set(clock.now() + 2);
  await send('young');
  expect((await sweepDeviceData(options)).deleted).toBe(3);
  expect(await barcodes()).toEqual(['waits', 'rejected', 'undone', 'young']);
  expect(await barcodes('south')).toEqual([]);
  expect(await store.listConflicts('north')).toEqual([]);
});

test('after a day a settled scan no longer names its visitor; what else was shown stays', async () => {
  const { clock, options, record, send, store, holder } = createTestDevice();
  const settled = await send('settled');
  const disputed = await send('disputed');
  await store.putConflicts('north', [{ id: 'c1', scanId: disputed } as never], { now: clock.now() });
  const waits = await record('waits');
  await store.saveShownVerdict(waits, { ...NAMED, certainty: 'device' });
  clock.set(clock.now() + DAY_MS + 1);
  const young = await send('young');
  expect(await sweepDeviceData(options)).toMatchObject({ deleted: 0, forgotten: 1 });
  const { note: _, seat: __, ...ticket } = { ...NAMED.ticket, holder: null, order: null };
  expect((await store.get(settled))?.verdict).toEqual({ ...NAMED, ticket });
  for (const id of [disputed, waits, young]) expect(await holder(id)).toBe('Ada Berg');
  // The waiting one is sent: its visitor is forgotten, too.
  await store.settle([{ id: waits, sync: 'sent', verdict: NAMED, receivedAt: '', knewDeviceVerdict: true }]);
  expect(await sweepDeviceData(options)).toMatchObject({ forgotten: 1 });
  expect([await holder(waits), await holder(young)]).toEqual([null, 'Ada Berg']);
});

test('a visitor is forgotten by the first sweep after a day, however soon it follows the one before', async () => {
  const { clock, options, send, holder } = createTestDevice();
  const id = await send('settled');
  clock.set(clock.now() + DAY_MS - 60_000);
  expect(await sweepDeviceData(options)).toMatchObject({ forgotten: 0 });
  clock.set(clock.now() + 60_001);
  expect(await sweepDeviceData(options)).toMatchObject({ forgotten: 1 });
  expect(await holder(id)).toBeNull();
});

test.each([1, 5, 15])(
  'nor does one stay where each start comes %d minutes earlier than the day before',
  async (minutes) => {
    const { clock, options, send, holder } = createTestDevice();
    const id = await send('settled');
    clock.set(clock.now() + DAY_MS - minutes * 60_000);
    await sweepDeviceData(options);
    expect(await holder(id)).toBe('Ada Berg');
    clock.set(clock.now() + DAY_MS - minutes * 60_000);
    await sweepDeviceData(options);
    expect(await holder(id)).toBeNull();
  },
);

test('between two sweeps of every row only those are read that have become a day old since', async () => {
  const { clock, options, send, barcodes } = createTestDevice();
  for (const barcode of ['old', 'older']) await send(barcode);
  clock.set(clock.now() + 2 * DAY_MS);
  await send('due in an hour');
  clock.set(clock.now() + 23 * HOUR_MS + 1);
  await send('young');
  expect(await sweepDeviceData(options)).toMatchObject({ forgotten: 2 });
  clock.set(clock.now() + HOUR_MS);
  using reads = vi.spyOn(IDBObjectStore.prototype, 'getAll');
  expect(await sweepDeviceData(options)).toMatchObject({ forgotten: 1 });
  const rows = reads.mock.results.filter((_, index) => (reads.mock.contexts[index] as IDBObjectStore).name === 'log');
  expect(rows.flatMap(({ value }) => value.result)).toHaveLength(1);
  expect(await barcodes()).toHaveLength(4);
});

test('every row is read once a day: of a scan that was sent late the visitor is forgotten then', async () => {
  const { clock, options, record, store, holder } = createTestDevice();
  const id = await record('sent late');
  clock.set(clock.now() + 3 * DAY_MS);
  await sweepDeviceData(options);
  await store.settle([{ id, sync: 'sent', verdict: NAMED, receivedAt: '', knewDeviceVerdict: true }]);
  clock.set(clock.now() + 20 * HOUR_MS - 1);
  expect(await sweepDeviceData(options)).toMatchObject({ forgotten: 0 });
  expect(await holder(id)).toBe('Ada Berg');
  clock.set(clock.now() + 1);
  expect(await sweepDeviceData(options)).toMatchObject({ forgotten: 1 });
});

test('a note of the last sweep that somebody has made no time keeps no visitor of a clock that was ahead', async () => {
  const { clock, options, facts, send, holder } = createTestDevice();
  const right = clock.now();
  clock.set(right + 40 * DAY_MS);
  const id = await send('ahead');
  clock.set(right + DAY_MS);
  await facts.change('swept', () => 'never');
  await sweepDeviceData(options);
  expect(await holder(id)).toBeNull();
});

test('a scan that is offered again after its visitor was forgotten is forgotten again', async () => {
  const { clock, options, send, store, holder } = createTestDevice();
  const id = await send('lost by the server');
  clock.set(clock.now() + DAY_MS + 1);
  await sweepDeviceData(options);
  await store.offerAgain({ domain: 'north', lost: { epoch: 'another', above: null }, after: '', limit: 9 });
  expect(await holder(id)).toBeNull();
  await store.settle([{ id, sync: 'sent', verdict: NAMED, receivedAt: '', knewDeviceVerdict: true }]);
  clock.set(clock.now() + DAY_MS);
  expect(await sweepDeviceData(options)).toMatchObject({ forgotten: 1 });
});

test.each(['north', 'south'])(
  'tickets that are too old to decide from are deleted with their key, those of %s too',
  async (domain) => {
    const { clock, options, download, tickets, indexedDB, close } = createTestDevice();
    expect(await download(domain)).toBe('applied');
    clock.set(clock.now() + 12 * HOUR_MS - 1);
    expect((await sweepDeviceData(options)).tickets).toBe(false);
    expect(await tickets.find(domain, 'A')).toMatchObject({ kind: 'found' });
    clock.set(clock.now() + 1);
    expect((await sweepDeviceData(options)).tickets).toBe(true);
    expect(await tickets.find(domain, 'A')).toEqual({ kind: 'no-tickets' });
    close();
    const opened = indexedDB.open('device-tickets');
    await new Promise((resolve) => opened.addEventListener('success', resolve));
    const counts = ['sets', 'blocks'].map((name) => opened.result.transaction(name).objectStore(name).count());
    await new Promise((resolve) => counts[1]?.transaction?.addEventListener('complete', resolve));
    expect(counts.map(({ result }) => result)).toEqual([0, 0]);
  },
);

test('tickets of which more are to come are kept, and deleted once they are too old to decide from', async () => {
  const { clock, options, download, feed, tickets } = createTestDevice();
  for (const barcode of ['B', 'C', 'D', 'E', 'F']) feed.set(barcode);
  expect(await download()).toBe('applied');
  clock.set(clock.now() + 12 * HOUR_MS - 1);
  expect((await sweepDeviceData(options)).tickets).toBe(false);
  expect((await tickets.read('north')).arriving).not.toBeNull();
  clock.set(clock.now() + 1);
  expect((await sweepDeviceData(options)).tickets).toBe(true);
  expect((await tickets.read('north')).arriving).toBeNull();
});

test.each(['deleted', 'forgotten'])('a scan that is offered again during the sweep is not %s', async (what) => {
  const { options, send, store, barcodes, holder } = createTestDevice();
  const id = await send('A');
  const log = openLogDatabase({ ...resolveDeviceData(options), onClosed() {} });
  const meanwhile: typeof log.write = async (stores, body) => {
    const lost = { epoch: 'another', above: null };
    expect((await store.offerAgain({ domain: 'north', lost, after: '', limit: 1 })).offered).toBe(1);
    return log.write(stores, body);
  };
  const deleteBefore = what === 'deleted' ? Number.POSITIVE_INFINITY : 0;
  const limits = { deleteBefore, forgetBefore: Number.POSITIVE_INFINITY, until: LAST_ID };
  expect(await sweepLog({ ...log, write: meanwhile }, limits)).toEqual({ deleted: 0, forgotten: 0 });
  expect([await barcodes(), await holder(id)]).toEqual([['A'], 'Ada Berg']);
});

test('a clock that was set back makes nothing younger: the time that was proven last counts', async () => {
  const { clock, options, download, facts, send, barcodes } = createTestDevice();
  await send('old');
  await download();
  await facts.change('time', () => ({ offsetMs: 0, checkedAt: clock.now(), mark: clock.now() + 31 * DAY_MS }));
  clock.set(clock.now() - DAY_MS);
  expect(await sweepDeviceData(options)).toMatchObject({ deleted: 1, tickets: true });
  expect(await barcodes()).toEqual([]);
});

test.each([
  ['behind', 40],
  ['ahead', -40],
])('a clock that was %s and is set right makes nothing older', async (_what, days) => {
  const { clock, options, download, facts, send, tickets, holder } = createTestDevice();
  const right = clock.now();
  clock.set(right - days * DAY_MS);
  const time = { offsetMs: days * DAY_MS, checkedAt: right, mark: right };
  await facts.change('time', () => time);
  const id = await send('young');
  clock.set(right);
  await download();
  clock.set(right + 60_000);
  expect(await sweepDeviceData(options)).toEqual({ deleted: 0, forgotten: 0, tickets: false });
  expect(await holder(id)).toBe('Ada Berg');
  expect(await tickets.find('north', 'A')).toMatchObject({ kind: 'found' });
  clock.set(right + 31 * DAY_MS);
  await facts.change('time', () => ({ offsetMs: 0, checkedAt: clock.now(), mark: clock.now() }));
  expect(await sweepDeviceData(options)).toMatchObject({ deleted: 1, tickets: true });
});

test.each([
  ['behind', 40],
  ['ahead', -40],
])(
  'nor does one that was %s, and set right before the scan, in a page that did not know it yet',
  async (_what, days) => {
    const { clock, options, facts, send, holder } = createTestDevice();
    const right = clock.now();
    await facts.change('time', () => ({ offsetMs: days * DAY_MS, checkedAt: right - HOUR_MS, mark: right - HOUR_MS }));
    const id = await send('young');
    await facts.change('time', () => ({ offsetMs: 0, checkedAt: right, mark: right }));
    clock.set(right + 60_000);
    expect(await sweepDeviceData(options)).toMatchObject({ deleted: 0, forgotten: 0 });
    expect(await holder(id)).toBe('Ada Berg');
    clock.set(right + 31 * DAY_MS);
    expect(await sweepDeviceData(options)).toMatchObject({ deleted: 1 });
  },
);

test('a clock that is slow by hours is so after a night, too', async () => {
  const { clock, options, facts, download, tickets } = createTestDevice();
  const right = clock.now();
  await facts.change('time', () => ({ offsetMs: 2 * HOUR_MS, checkedAt: right, mark: right }));
  await download();
  clock.set(right - 2 * HOUR_MS + 12 * HOUR_MS + 1);
  expect((await sweepDeviceData(options)).tickets).toBe(true);
  expect(await tickets.find('north', 'A')).toEqual({ kind: 'no-tickets' });
});

test('a clock that stays behind makes nothing older or younger', async () => {
  const { clock, options, facts, send, barcodes } = createTestDevice();
  const right = clock.now();
  clock.set(right - 40 * DAY_MS);
  await facts.change('time', () => ({ offsetMs: 40 * DAY_MS, checkedAt: right, mark: right }));
  await send('young');
  expect(await sweepDeviceData(options)).toMatchObject({ deleted: 0, forgotten: 0 });
  clock.set(right - 10 * DAY_MS + 1);
  await facts.change('time', () => ({ offsetMs: 40 * DAY_MS, checkedAt: right, mark: right + 30 * DAY_MS }));
  expect(await sweepDeviceData(options)).toMatchObject({ deleted: 1 });
  expect(await barcodes()).toEqual([]);
});

test('a clock that was ahead for a scan keeps no visitor of it, nor of the scans after it', async () => {
  const { clock, options, send, barcodes, holder } = createTestDevice();
  const right = clock.now();
  clock.set(right + 365 * DAY_MS);
  const ahead = await send('ahead');
  clock.set(right + 1_000);
  const after = await send('after');
  clock.set(right + 2 * DAY_MS);
  expect(await sweepDeviceData(options)).toMatchObject({ deleted: 0, forgotten: 2 });
  expect([await holder(ahead), await holder(after)]).toEqual([null, null]);
  clock.set(right + 31 * DAY_MS);
  expect(await sweepDeviceData(options)).toMatchObject({ deleted: 1 });
  expect(await barcodes()).toEqual(['ahead']);
});

test('open ledgers hear that something was deleted', async () => {
  const { clock, options, download, send } = createTestDevice();
  const heard: unknown[] = [];
  using channel = Object.assign(new BroadcastChannel('device'), { [Symbol.dispose]: () => channel.close() });
  channel.onmessage = ({ data }) => heard.push(data);
  await send('old');
  await download();
  clock.set(clock.now() + 31 * DAY_MS);
  await sweepDeviceData(options);
  await expect.poll(() => heard).toEqual([{ changed: [] }, { tickets: true }]);
});

test('a device that has nothing is given no databases', async () => {
  const { indexedDB, options, send } = createTestDevice();
  expect(await sweepDeviceData(options)).toEqual({ deleted: 0, forgotten: 0, tickets: false });
  expect(await indexedDB.databases()).toEqual([]);
  await send('without tickets');
  await sweepDeviceData(options);
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain('device-tickets');
});
