import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { LedgerError } from '../index.ts';
import type { LedgerLog } from '../ports/ledger-log.ts';
import { read } from './create-world.ts';
import { createFakeClock, createFakeServer, createMemoryTicketStore, unreachable } from './index.ts';
import { CHECKPOINT, openLedger } from './open-ledger.ts';

/** Makes writes of scans fail as browsers report it: the transaction aborts with an error. */
function failingWrites(errors: (DOMException | null)[]) {
  const { put } = IDBObjectStore.prototype;
  return vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value, key) {
    const error = this.name === 'outbox' ? errors.shift() : null;
    if (error) throw error;
    return put.call(this, value, key);
  });
}

test('a full device refuses the scan, saves nothing of it, and records again when there is room', async () => {
  const { ledger, server } = openLedger();
  await ledger.start();
  using _ = failingWrites([new DOMException('full', 'QuotaExceededError')]);
  await expect(ledger.record(read('A'))).rejects.toMatchObject({ name: 'LedgerError', code: 'quota' });
  expect(ledger.getSnapshot()).toMatchObject({ status: 'failed', waiting: 0, problem: { code: 'quota' } });
  expect(await ledger.list()).toEqual([]);
  const { scan } = await ledger.record(read('B'));
  await ledger.decide(scan.id);
  expect(ledger.getSnapshot()).toMatchObject({ status: 'ready', problem: null });
  expect([...server.recorded.keys()]).toEqual([scan.id]);
  await ledger.stop();
});

test('a connection that the system closed is opened again once, and the scan is saved once', async () => {
  const { ledger, server } = openLedger();
  await ledger.start();
  using writes = failingWrites([new DOMException('connection lost', 'UnknownError')]);
  const { scan } = await ledger.record(read('A'));
  expect((await ledger.decide(scan.id)).certainty).toBe('server');
  expect(writes.mock.calls.length).toBeGreaterThan(2);
  expect(server.recorded.size).toBe(1);
  expect(await ledger.list()).toHaveLength(1);
  await ledger.stop();
});

test('a connection that is lost twice in a row is reported as unavailable', async () => {
  const { ledger } = openLedger();
  await ledger.start();
  const lost = () => new DOMException('connection lost', 'UnknownError');
  using _ = failingWrites([lost(), lost()]);
  await expect(ledger.record(read('A'))).rejects.toMatchObject({ code: 'unavailable' });
  expect(await ledger.list()).toEqual([]);
  await ledger.stop();
});

test('a browser without storage is reported as unavailable, and records nothing', async () => {
  const { ledger } = openLedger({ indexedDB: null as never });
  await ledger.start();
  expect(ledger.getSnapshot()).toMatchObject({ status: 'failed', problem: { code: 'unavailable' } });
  await expect(ledger.record(read('A'))).rejects.toBeInstanceOf(LedgerError);
  await ledger.stop();
});

test('a browser that forbids storage, as private windows may, is reported as unavailable', async () => {
  const indexedDB = {
    open() {
      throw new DOMException('A mutation operation was attempted', 'InvalidStateError');
    },
  } as unknown as IDBFactory;
  const { ledger } = openLedger({ indexedDB });
  await ledger.start();
  expect(ledger.getSnapshot().problem?.message).toContain('Private windows');
  await expect(ledger.record(read('A'))).rejects.toMatchObject({ code: 'unavailable' });
  await ledger.stop();
});

test('a verdict of the device that cannot be saved is not claimed', async () => {
  const server = createFakeServer();
  server.tickets.set('A');
  const ticketStore = createMemoryTicketStore();
  const { ledger } = openLedger({ tickets: server, ticketStore, checkpointId: () => CHECKPOINT, transport: server });
  await ledger.start();
  await ledger.refreshTickets();
  server.always(unreachable);
  const { scan } = await ledger.record(read('A'));
  using _ = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  expect((await ledger.decide(scan.id)).certainty).toBe('pending');
  expect((await ledger.get(scan.id))?.verdict).toBeNull();
  await ledger.stop();
});

test('tickets for which there is no room are reported as failed, and scanning continues', async () => {
  const server = createFakeServer();
  server.tickets.set('A');
  const full = { ...createMemoryTicketStore(), apply: () => Promise.reject(new LedgerError('quota')) };
  const { ledger } = openLedger({
    tickets: server,
    ticketStore: full,
    checkpointId: () => CHECKPOINT,
    transport: server,
  });
  await ledger.start();
  await ledger.refreshTickets();
  expect(ledger.getSnapshot()).toMatchObject({ status: 'ready', problem: null, tickets: { status: 'failed' } });
  const { scan } = await ledger.record(read('A'));
  expect((await ledger.decide(scan.id)).certainty).toBe('server');
  await ledger.stop();
});

test('a database of a newer version that has moved the scans elsewhere asks for a reload', async () => {
  const { ledger, databaseName } = openLedger();
  const newer = indexedDB.open(databaseName, 99);
  await new Promise((resolve) => {
    newer.onsuccess = resolve;
  });
  newer.result.close();
  await expect(ledger.record(read('A'))).rejects.toMatchObject({ code: 'outdated' });
});

test('each trouble of the storage leaves a line in the log', async () => {
  const lines = new Set<string>();
  const clock = createFakeClock();
  const log: LedgerLog = ({ name, properties }) => void lines.add(`${name} ${properties?.code ?? ''}`.trim());
  const { ledger } = openLedger({ log, clock });
  await ledger.start();
  const full = () => new DOMException('full', 'QuotaExceededError');
  {
    using _ = failingWrites([full()]);
    await expect(ledger.record(read('A'))).rejects.toMatchObject({ code: 'quota' });
  }
  {
    using _ = failingWrites([new DOMException('connection lost', 'UnknownError')]);
    await ledger.record(read('B'));
  }
  {
    const { put } = IDBObjectStore.prototype;
    using _ = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...row) {
      // What the answer to B tells of the server may be written meanwhile.
      if (this.name === 'log') queueMicrotask(() => clock.advance(5_000));
      return put.apply(this, row);
    });
    await expect(ledger.record(read('C'))).rejects.toMatchObject({ code: 'unavailable' });
  }
  await ledger.stop();
  expect([...lines].sort()).toEqual([
    'ledger-storage-failed quota',
    'ledger-storage-failed unavailable',
    'ledger-storage-lost',
    'ledger-storage-slow',
  ]);
});

test('a tab that holds an older version open is reported as blocking', async () => {
  const clock = createFakeClock();
  const { ledger, databaseName } = openLedger({ clock });
  const older = indexedDB.open(databaseName, 1);
  await new Promise((resolve) => {
    older.onsuccess = resolve;
  });
  const real = indexedDB;
  let onBlocked = () => {};
  const wasBlocked = new Promise<void>((resolve) => {
    onBlocked = resolve;
  });
  const blockedOpen = {
    open(name: string) {
      const request = real.open(name, 2);
      request.addEventListener('blocked', () => onBlocked());
      return request;
    },
  } as unknown as IDBFactory;
  const blocked = openLedger({ clock, databaseName, indexedDB: blockedOpen });
  const recording = blocked.ledger.record(read('A'));
  recording.catch(() => {});
  await wasBlocked;
  await vi.waitFor(() => {
    clock.advance(5_000);
    expect(blocked.ledger.getSnapshot().problem?.code).toBe('blocked');
  });
  await expect(recording).rejects.toMatchObject({ code: 'blocked' });
  older.result.close();
  await ledger.stop();
});

test('where the browser refuses access, as with cookies blocked, a ledger is made and started, and says that nothing is recorded', async () => {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  const given = Object.getOwnPropertyDescriptor(globalThis, 'indexedDB') ?? {};
  Object.defineProperty(globalThis, 'indexedDB', { configurable: true, get: refuse });
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      constructor() {
        refuse();
      }
    },
  );
  try {
    const { ledger } = openLedger();
    await ledger.start();
    expect(ledger.getSnapshot()).toMatchObject({ status: 'failed', problem: { code: 'unavailable' } });
    await expect(ledger.record(read('A'))).rejects.toMatchObject({ name: 'LedgerError', code: 'unavailable' });
    await ledger.stop();
  } finally {
    Object.defineProperty(globalThis, 'indexedDB', given);
  }
});
