import { expect, test, vi } from 'vitest';
import { createScanLedger } from '../index.ts';
import { makeScan } from '../model/make-events.ts';
import type { ScanLedgerOptions } from '../options.ts';
import type { LedgerLog } from '../ports/ledger-log.ts';
import { BY_DOMAIN, BY_SYNC, KEYS, LOG, OUTBOX } from '../store/log-shape.ts';
import { createSealer, generateSealingKey } from '../store/sealer.ts';
import { createMemoryNote } from './create-memory-note.ts';
import { ANNA, read } from './create-world.ts';
import { createFakeClock, createFakeServer, unreachable } from './index.ts';

function openLedger(databaseName: string, server = createFakeServer(), options: Partial<ScanLedgerOptions> = {}) {
  const about = { owner: () => ANNA, deviceId: async () => 'device-1', databaseName };
  return createScanLedger({ transport: server, ...about, ...options });
}

async function deleteDatabase(name: string): Promise<void> {
  await new Promise((resolve) => {
    indexedDB.deleteDatabase(name).onsuccess = resolve;
  });
}

function opened(request: IDBOpenDBRequest): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Creates the database of the first version of the app, with one waiting scan. */
async function createFirstVersion(name: string) {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => {
    const log = request.result.createObjectStore(LOG, { keyPath: 'id' });
    log.createIndex(BY_DOMAIN, ['domain', 'id']);
    log.createIndex(BY_SYNC, ['domain', 'sync', 'id']);
    request.result.createObjectStore(OUTBOX, { keyPath: 'id' }).createIndex(BY_DOMAIN, ['domain', 'id']);
    request.result.createObjectStore(KEYS);
  };
  const database = await opened(request);
  const id = '01939f8e-0000-7000-8000-00000000000a';
  const claimedAt = Date.parse('2026-11-21T09:00:00.000Z');
  const scan = makeScan(read('OLD'), { id, claimedAt, clock: null, deviceId: 'device-1', claimedBy: 'anna' });
  const key = await generateSealingKey();
  const sealed = await createSealer(key).seal(scan, `scan ${id}`);
  const tx = database.transaction([LOG, OUTBOX, KEYS], 'readwrite');
  tx.objectStore(KEYS).put(key, 'sealing');
  const row = { id, domain: ANNA.domain, sync: 'waiting', claimedAt, scan: sealed, shown: null, answer: null };
  tx.objectStore(LOG).put(row);
  tx.objectStore(OUTBOX).put({ id, domain: ANNA.domain, lease: null });
  await new Promise((resolve) => {
    tx.oncomplete = resolve;
  });
  return { database, scan };
}

/** Tests changes of the storage while pages are open, over any IndexedDB. */
export function describeStorageChanges(newName: () => string): void {
  test('a new version of the app takes over while an old tab is open, and sends the waiting scans', async () => {
    const name = newName();
    const { database: oldTab, scan } = await createFirstVersion(name);
    // As every version does.
    oldTab.onversionchange = () => oldTab.close();
    const server = createFakeServer();
    const ledger = openLedger(name, server);
    await ledger.start();
    await vi.waitFor(() => expect(ledger.getSnapshot()).toMatchObject({ status: 'ready', waiting: 0 }));
    expect(server.recorded.get(scan.id)?.scan).toEqual(scan);
    expect((await ledger.get(scan.id))?.verdict?.outcome).toBe('accepted');
    await expect(opened(indexedDB.open(name, 1))).rejects.toMatchObject({ name: 'VersionError' });
    await ledger.stop();
  });

  test('an old tab goes on when a newer version takes over: it records, sends what waits, and leaves the new store alone', async () => {
    const name = newName();
    const server = createFakeServer();
    server.always(unreachable);
    const ledger = openLedger(name, server);
    await ledger.start();
    const { scan } = await ledger.record(read('A'));
    const upgrade = indexedDB.open(name, 99);
    upgrade.onupgradeneeded = () => void upgrade.result.createObjectStore('unheard-of').put('kept', 'value');
    const newer = await opened(upgrade);
    const { scan: later } = await ledger.record(read('B'));
    server.always(null);
    await vi.waitFor(async () => {
      await ledger.drain();
      expect([...server.recorded.keys()].sort()).toEqual([scan.id, later.id]);
    });
    const kept = newer.transaction('unheard-of').objectStore('unheard-of').get('value');
    await new Promise((resolve) => {
      kept.onsuccess = resolve;
    });
    expect([newer.version, kept.result]).toEqual([99, 'kept']);
    newer.close();
    await ledger.stop();
  });

  test('an older build that starts on a newer database sends what waits', async () => {
    const name = newName();
    const server = createFakeServer();
    server.always(unreachable);
    const before = openLedger(name, server);
    await before.start();
    const { scan } = await before.record(read('A'));
    await before.stop();
    const upgrade = indexedDB.open(name, 99);
    upgrade.onupgradeneeded = () => void upgrade.result.createObjectStore('unheard-of');
    (await opened(upgrade)).close();
    const fresh = createFakeServer();
    const ledger = openLedger(name, fresh);
    await ledger.start();
    await vi.waitFor(() => expect([...fresh.recorded.keys()]).toEqual([scan.id]));
    expect((await opened(indexedDB.open(name))).version).toBe(99);
    await ledger.stop();
  });

  test('a database deleted while the page is open is reported as evicted, and nothing is recorded until a reload', async () => {
    const name = newName();
    const server = createFakeServer();
    server.always(unreachable);
    const ledger = openLedger(name, server);
    await ledger.start();
    await ledger.record(read('A'));
    await deleteDatabase(name);
    await vi.waitFor(() =>
      expect(ledger.getSnapshot()).toMatchObject({ status: 'failed', problem: { code: 'evicted' } }),
    );
    await expect(ledger.record(read('B'))).rejects.toMatchObject({ code: 'evicted' });
    await expect(ledger.list()).rejects.toMatchObject({ code: 'evicted' });
    await ledger.stop();
    const reloaded = openLedger(name);
    await reloaded.start();
    const { scan } = await reloaded.record(read('C'));
    expect((await reloaded.decide(scan.id)).outcome).toBe('accepted');
    await reloaded.stop();
  });

  test('scans that the browser deleted while no page was open are told to a clerk of their domain, until seen', async () => {
    const name = newName();
    const storage = createMemoryNote();
    const clock = createFakeClock();
    const lines: unknown[] = [];
    const log: LedgerLog = ({ name, properties }) => lines.push({ name, properties });
    let who = ANNA;
    const owner = () => who;
    const server = createFakeServer();
    server.always(unreachable);
    const before = openLedger(name, server, { storage, clock, owner });
    await before.start();
    await before.record(read('A'));
    clock.advance(1_000);
    await before.record(read('B'));
    await before.stop();
    const kept = openLedger(name, server, { storage, clock, log, owner });
    await kept.start();
    expect(kept.getSnapshot()).toMatchObject({ waiting: 2, lost: null });
    await kept.stop();
    await deleteDatabase(name);
    clock.advance(60_000);
    const ledger = openLedger(name, server, { storage, clock, log, owner });
    await ledger.start();
    const since = '2026-11-21T09:00:00.000Z';
    expect(ledger.getSnapshot()).toMatchObject({ waiting: 0, lost: { count: 2, since } });
    expect(lines).toEqual([{ name: 'ledger-storage-deleted', properties: { scans: 2, since } }]);
    who = { domain: 'south', clerk: 'carla' };
    await ledger.drain();
    expect(ledger.getSnapshot().lost).toBeNull();
    who = ANNA;
    await ledger.drain();
    await ledger.stop();
    const again = openLedger(name, server, { storage, clock, log, owner });
    await again.start();
    expect(again.getSnapshot().lost).toEqual({ count: 2, since });
    again.acknowledgeLost();
    expect(again.getSnapshot().lost).toBeNull();
    await again.stop();
    const last = openLedger(name, server, { storage, clock, log, owner });
    await last.start();
    expect([last.getSnapshot().lost, lines.length]).toEqual([null, 1]);
    await last.stop();
  });

  test('a first start, a note that cannot be read, and a storage that throws are no loss', async () => {
    const name = newName();
    const throws = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    const spoilt = createMemoryNote();
    spoilt().setItem(`${name}-waiting`, '{"installation": 7}');
    for (const storage of [createMemoryNote(), spoilt, throws]) {
      const ledger = openLedger(name, createFakeServer(), { storage });
      await ledger.start();
      const { scan } = await ledger.record(read('A'));
      expect((await ledger.decide(scan.id)).outcome).toBe('accepted');
      expect(ledger.getSnapshot().lost).toBeNull();
      await ledger.stop();
    }
  });
}
