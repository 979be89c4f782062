import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { expect, test } from 'vitest';
import { createScanLedger, type ScanLedger } from '../index.ts';
import { createIndexedDbScanStore } from '../store/create-indexed-db-scan-store.ts';
import { read } from '../testing/create-world.ts';
import { createFakeServer, unreachable } from '../testing/index.ts';
import { createTestDevice, NAMED } from './create-test-device.ts';
import { sweepDeviceData } from './sweep-device-data.ts';
import { wipeDeviceData } from './wipe-device-data.ts';

const names = async (factory: IDBFactory) => (await factory.databases()).map(({ name }) => name);

test('everything goes: log, tickets, facts and keys', async () => {
  const { options, indexedDB, download, facts, send, store } = createTestDevice();
  await send('sent');
  await send('of another domain', 'south');
  await download();
  await facts.change('time', () => ({ mark: 1 }));
  const before = await store.installation();
  expect(await wipeDeviceData(options)).toEqual({ kept: 0 });
  expect(await names(indexedDB)).toEqual([]);
  const after = createIndexedDbScanStore({ ...options, deadlineMs: 5_000 });
  expect(await after.installation()).not.toBe(before);
});

test('what the server does not have stays, sealed, without its visitor, and is sent later', async () => {
  const { options, indexedDB, download, facts, record, send, undo, store, barcodes, holder } = createTestDevice();
  await send('sent');
  const waits = await record('waits');
  await store.saveShownVerdict(waits, { ...NAMED, certainty: 'device' });
  await send('rejected', 'south', 'quarantined');
  const undone = await send('undone');
  await undo(undone);
  await store.putConflicts('north', [{ id: 'c1', scanId: undone } as never], { now: 0 });
  await facts.change('names', () => ({ north: 'n' }));
  await download();
  expect(await wipeDeviceData(options)).toEqual({ kept: 3 });
  expect([await barcodes(), await barcodes('south')]).toEqual([['waits', 'undone'], ['rejected']]);
  expect([await holder(waits), await holder(undone)]).toEqual([null, null]);
  expect(await store.listConflicts('north')).toEqual([]);
  expect(await names(indexedDB)).not.toContain('device-tickets');
  // Where the domain has got another name, its scans follow it.
  expect(await facts.read('names')).toEqual({ north: 'n' });
  const request = { holder: 'this page', until: 1, now: 0, takeOver: false };
  const [leased] = await store.lease([waits], request);
  expect(leased?.scan).toMatchObject({ barcode: 'waits', device_verdict: { reason: 'needs_attention' } });
  expect(await store.waitingUndos({ domain: 'north', limit: 9 })).toHaveLength(1);
});

test('scans that were exported go, those made since and those of another domain stay', async () => {
  const { options, record, barcodes } = createTestDevice();
  const exported = [await record('exported')];
  await record('made since');
  await record('of another domain', 'south');
  expect(await wipeDeviceData({ ...options, exported })).toEqual({ kept: 2 });
  expect([await barcodes(), await barcodes('south')]).toEqual([['made since'], ['of another domain']]);
});

/** A ledger of this device that reaches no server, beside the note of what waits; and the wipe of both. */
function createNotingDevice() {
  const items = new Map<string, string>();
  const storage = () => ({
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  });
  const stored = { indexedDB: new IDBFactory(), databaseName: 'noting', storage };
  const server = createFakeServer();
  server.always(unreachable);
  const run = async <T>(domain: string, use: (ledger: ScanLedger) => T | Promise<T>) => {
    const owner = () => ({ domain, clerk: 'anna' });
    const ledger = createScanLedger({ ...stored, transport: server, owner, deviceId: async () => 'd' });
    await ledger.start();
    try {
      return await use(ledger);
    } finally {
      await ledger.stop();
    }
  };
  return {
    items,
    record: (domain: string) => run(domain, async (ledger) => (await ledger.record(read('A'))).scan.id),
    lost: (domain: string) => run(domain, (ledger) => ledger.getSnapshot().lost),
    wipe: (exported: string[]) => wipeDeviceData({ ...stored, exported }),
    /** As the browser does. */
    evict: () =>
      new Promise((resolve) => {
        stored.indexedDB.deleteDatabase('noting').onsuccess = resolve;
      }),
  };
}

test('scans that went with a wipe are not lost: the note of what waits goes, too', async () => {
  const { items, record, lost, wipe } = createNotingDevice();
  const id = await record('north');
  expect([...items.keys()]).toEqual(['noting-waiting']);
  expect(await wipe([id])).toEqual({ kept: 0 });
  expect([...items.keys()]).toEqual([]);
  expect(await lost('north')).toBeNull();
});

test('where scans of another domain stay, their number is noted further, and that of the exported ones is not', async () => {
  const { record, lost, wipe, evict } = createNotingDevice();
  const id = await record('north');
  await record('south');
  expect(await wipe([id])).toEqual({ kept: 1 });
  await evict();
  expect(await lost('north')).toBeNull();
  expect(await lost('south')).toMatchObject({ count: 1 });
});

test('a wipe that was interrupted is finished by the next one', async () => {
  const { options, record, send, barcodes } = createTestDevice();
  await send('sent');
  await record('waits');
  expect(await wipeDeviceData(options)).toEqual({ kept: 1 });
  expect(await wipeDeviceData(options)).toEqual({ kept: 1 });
  expect(await barcodes()).toEqual(['waits']);
});

test('a disk that is too slow for all of a log at once is wiped in steps, which a later wipe goes on from', async () => {
  const { clock, options, send, barcodes } = createTestDevice();
  for (let count = 0; count < 250; count += 1) await send(`sent ${count}`);
  let accesses = 0;
  /** From the fourth access on, each is over its time as it begins. */
  const slow = {
    ...clock,
    after: (delayMs: number, task: () => void) => {
      accesses += 1;
      if (accesses > 3) task();
      return clock.after(delayMs, task);
    },
  };
  await expect(wipeDeviceData({ ...options, clock: slow })).rejects.toThrow();
  expect((await barcodes()).length).toBeLessThan(99);
  expect(await wipeDeviceData(options)).toEqual({ kept: 0 });
});

test.each([
  ['a wipe', wipeDeviceData],
  ['a sweep', sweepDeviceData],
])('where the tickets cannot be opened, %s fails with a LedgerError', async (_name, run) => {
  const { options, indexedDB, download } = createTestDevice();
  await download();
  const open = indexedDB.open.bind(indexedDB);
  indexedDB.open = (name, version) => {
    if (name.endsWith('-tickets')) throw new DOMException('denied', 'SecurityError');
    return open(name, version);
  };
  await expect(run(options)).rejects.toMatchObject({ name: 'LedgerError', code: 'unavailable' });
});

test('a tab that keeps the databases open holds up nothing: they are empty', async () => {
  const { clock, options, indexedDB, send, download } = createTestDevice();
  await send('sent');
  await download();
  const opened = indexedDB.open('device');
  await new Promise((resolve) => opened.addEventListener('success', resolve));
  const wiping = wipeDeviceData(options);
  const advancing = setInterval(() => clock.advance(500), 5);
  expect(await wiping).toEqual({ kept: 0 });
  clearInterval(advancing);
  const counts = [...opened.result.objectStoreNames].map((name) =>
    opened.result.transaction(name).objectStore(name).count(),
  );
  await expect.poll(() => counts.map(({ readyState }) => readyState)).not.toContain('pending');
  expect(counts.map(({ result }) => result)).toEqual([0, 0, 0, 0, 0]);
});
