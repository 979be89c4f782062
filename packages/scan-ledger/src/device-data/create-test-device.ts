import type { Verdict } from '@scantix/api-contract';
import { IDBFactory } from 'fake-indexeddb';
import { createUuidSequence } from '../commands/create-uuid-sequence.ts';
import type { ClockReading } from '../model/clock-reading.ts';
import { makeEvent, makeScan } from '../model/make-events.ts';
import { createIndexedDbFactsStore } from '../store/create-indexed-db-facts-store.ts';
import { createIndexedDbScanStore } from '../store/create-indexed-db-scan-store.ts';
import { createFakeClock } from '../testing/create-fake-clock.ts';
import { createFakeTickets } from '../testing/create-fake-tickets.ts';
import { read } from '../testing/create-world.ts';
import { createIndexedDbTicketStore } from '../tickets/create-indexed-db-ticket-store.ts';

const checkpointId = '01939f8e-0000-7000-8000-000000000001';

/** A verdict that names a visitor. */
export const NAMED: Verdict = {
  ...{ outcome: 'attention', reason: 'needs_attention', certainty: 'server', mode: 'entry', decided_at: '' },
  ticket: {
    ...{ holder: 'Ada Berg', type: 'Day ticket', note: 'uses a wheelchair', order: 'R-7' },
    ...{ section: 'Stalls', seat: 'Row 1, seat 4' },
    ...{ entries_left: 0, entries_allowed: 1, valid_from: null, valid_until: null },
  },
};

/** The storage of one device, with a clock that only the test moves. */
export function createTestDevice() {
  const indexedDB = new IDBFactory();
  const clock = createFakeClock();
  const options = { indexedDB, clock, databaseName: 'device' };
  const stored = { ...options, deadlineMs: 5_000 };
  const store = createIndexedDbScanStore(stored);
  const tickets = createIndexedDbTicketStore(stored);
  const facts = createIndexedDbFactsStore(stored);
  const nextId = createUuidSequence();
  const feed = createFakeTickets({ now: clock.now, pageSize: 5 });
  feed.set('A');

  async function record(barcode: string, domain = 'north'): Promise<string> {
    const id = nextId(clock.now());
    const time = (await facts.read('time')) as ClockReading | undefined;
    const claim = { id, claimedAt: clock.now(), clock: time ?? null, deviceId: 'd', claimedBy: 'anna' };
    await store.add(makeScan(read(barcode), claim), domain);
    return id;
  }

  /** Records a scan and settles it with a verdict that names the visitor. */
  async function send(barcode: string, domain = 'north', sync: 'sent' | 'quarantined' = 'sent'): Promise<string> {
    const id = await record(barcode, domain);
    const verdict = sync === 'sent' ? NAMED : null;
    await store.settle([{ id, sync, verdict, receivedAt: '', knewDeviceVerdict: true }]);
    return id;
  }

  return {
    ...{ indexedDB, clock, options, store, tickets, facts, feed, record, send },
    undo: async (id: string) => {
      const claim = { id: nextId(clock.now()), claimedAt: clock.now(), clock: null, deviceId: 'd', claimedBy: 'anna' };
      await store.addUndo(id, makeEvent(claim), clock.now());
    },
    async download(domain = 'north') {
      const page = await feed.page({ checkpointId, cursor: null });
      return tickets.apply(page, { domain, cursor: null, now: clock.now() });
    },
    barcodes: async (domain = 'north') =>
      (await store.list({ domain, limit: 99 })).map(({ scan }) => scan.barcode).reverse(),
    holder: async (id: string) => (await store.get(id))?.verdict?.ticket?.holder,
    close() {
      store.close();
      tickets.close();
      facts.close();
    },
  };
}
