import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { browserSurroundings } from '../index.ts';
import { read } from './create-world.ts';
import {
  createFakeClock,
  createFakeServer,
  createMemoryScanStore,
  createMemoryTicketStore,
  unreachable,
} from './index.ts';
import { CHECKPOINT, openLedger } from './open-ledger.ts';

test('tickets whose storage does not answer delay no visitor', async () => {
  const clock = createFakeClock();
  const server = createFakeServer({ now: () => clock.now() });
  server.always(unreachable);
  const ticketStore = { ...createMemoryTicketStore(), find: () => new Promise<never>(() => {}) };
  const around = { tickets: server, ticketStore, checkpointId: () => CHECKPOINT, transport: server, clock };
  const { ledger } = openLedger({ ...around, surroundings: { ...browserSurroundings, isOnline: () => false } });
  await ledger.start();
  const { scan } = await ledger.record(read('A'));
  let shown: string | null = null;
  const deciding = ledger.decide(scan.id).then(({ certainty }) => {
    shown = certainty;
  });
  await vi.waitFor(() => {
    clock.advance(2_000);
    expect(shown).toBe('pending');
  });
  await deciding;
  await ledger.stop();
});

test('an open that never answers is cancelled at its deadline', async () => {
  const clock = createFakeClock();
  const indexedDB = { open: () => ({}) } as unknown as IDBFactory;
  const { ledger } = openLedger({ indexedDB, clock });
  const recording = ledger.record(read('A'));
  recording.catch(() => {});
  await vi.waitFor(() => {
    clock.advance(5_000);
    expect(ledger.getSnapshot().status).toBe('failed');
  });
  await expect(recording).rejects.toMatchObject({ code: 'unavailable' });
});

test('a storage that stops answering ends a record and a decision at the deadline', async () => {
  const clock = createFakeClock();
  let isSilent = false;
  const store = createMemoryScanStore();
  const silent = <T>(read: Promise<T>) => (isSilent ? new Promise<T>(() => {}) : read);
  const { ledger } = openLedger({
    clock,
    store: { ...store, get: (id) => silent(store.get(id)), newestId: () => silent(store.newestId()) },
    surroundings: { ...browserSurroundings, isOnline: () => false },
  });
  const endsLate = async (call: Promise<unknown>) => {
    let code = '';
    const ended = call.catch((cause) => {
      ({ code } = cause);
    });
    await vi.waitFor(() => {
      clock.advance(5_000);
      expect(code).toBe('unavailable');
    });
    return ended;
  };
  await ledger.start();
  isSilent = true;
  await endsLate(ledger.record(read('A')));
  isSilent = false;
  const { scan } = await ledger.record(read('A'));
  isSilent = true;
  await endsLate(ledger.decide(scan.id));
  isSilent = false;
  expect((await ledger.get(scan.id))?.scan.barcode).toBe('A');
  await ledger.stop();
});

test('a write that does not end is aborted at its deadline: it is reported as failed, and not saved', async () => {
  const clock = createFakeClock();
  const { ledger } = openLedger({ clock });
  await ledger.start();
  using _ = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, value) {
    // The time limit passes during the write.
    queueMicrotask(() => clock.advance(5_000));
    return this.add(value);
  });
  await expect(ledger.record(read('A'))).rejects.toMatchObject({ code: 'unavailable' });
  expect(await ledger.list()).toEqual([]);
  await ledger.stop();
});
