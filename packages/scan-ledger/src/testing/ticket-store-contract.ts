import { openTicket } from '@scantix/api-contract/snapshot';
import { expectEqual } from '@scantix/runtime-utils/testing';
import type { TicketStore } from '../ports/ticket-store.ts';
import { createFakeTickets, type FakeTickets } from './create-fake-tickets.ts';

/** A kind of ticket storage under test. */
export interface TicketStoreHarness {
  /** Creates empty storage and returns how a tab opens it. */
  createStorage(): () => TicketStore;
}

interface Device {
  readonly tickets: FakeTickets;
  readonly store: TicketStore;
  /** The same storage in another tab, or after a reload. */
  open(): TicketStore;
  /** Downloads at most this number of pages and returns the last outcome. */
  fetch(pages?: number, store?: TicketStore): Promise<string>;
  /** Returns how many entries a ticket has used, or why it was not found. */
  lookup(barcode: string, domain?: string): Promise<number | string>;
}

const NOW = Date.parse('2026-11-21T09:00:00.000Z');
const DOMAIN = 'north';
const checkpointId = '01939f8e-0000-7000-8000-000000000001';

const codes = (count: number) => Array.from({ length: count }, (_, index) => `T-${index}`);

const SCENARIOS: readonly { title: string; run: (device: Device) => Promise<void> }[] = [
  {
    title: 'without tickets nothing is found',
    async run({ lookup }) {
      expectEqual(await lookup('T-1'), 'no-tickets');
    },
  },
  {
    title: 'a complete download finds each of its tickets, and no other code',
    async run({ tickets, fetch, lookup }) {
      for (const [index, code] of codes(20).entries()) tickets.set(code, { entriesUsed: index });
      expectEqual(await fetch(), 'applied');
      for (const [index, code] of codes(20).entries()) expectEqual(await lookup(code), index);
      expectEqual(await lookup('T-99'), 'missing');
    },
  },
  {
    title: 'a part of a download finds nothing and is not complete',
    async run({ tickets, fetch, lookup, store }) {
      for (const code of codes(20)) tickets.set(code);
      await fetch(2);
      expectEqual(await lookup('T-0'), 'no-tickets');
      const { whole, arriving } = await store.read(DOMAIN);
      expectEqual([whole, arriving?.rows, arriving?.expectedCount], [null, 14, 20]);
    },
  },
  {
    title: 'an interrupted download continues where it was, in another tab too',
    async run({ tickets, fetch, lookup, open }) {
      for (const code of codes(20)) tickets.set(code);
      await fetch(1);
      expectEqual(await fetch(2, open()), 'applied');
      expectEqual(await lookup('T-19'), 0);
    },
  },
  {
    title: 'a download that is dropped leaves nothing, and begins again',
    async run({ tickets, fetch, lookup, store }) {
      for (const code of codes(20)) tickets.set(code);
      await fetch(2);
      await store.dropArriving();
      expectEqual(await store.read(DOMAIN), { whole: null, arriving: null });
      expectEqual([await fetch(), await lookup('T-0'), await lookup('T-19')], ['applied', 0, 0]);
      await store.dropArriving();
      expectEqual(await lookup('T-0'), 0);
    },
  },
  {
    title: 'changes during a download are included in the end',
    async run({ tickets, fetch, lookup }) {
      for (const code of codes(20)) tickets.set(code);
      await fetch(1);
      tickets.change('T-0', { entriesUsed: 3 });
      tickets.remove('T-1');
      tickets.remove('T-19');
      expectEqual(await fetch(), 'applied');
      expectEqual([await lookup('T-0'), await lookup('T-1'), await lookup('T-19')], [3, 'missing', 'missing']);
    },
  },
  {
    title: 'an update fetches only what has changed: new, changed and removed tickets',
    async run({ tickets, fetch, lookup, store }) {
      for (const code of codes(20)) tickets.set(code);
      await fetch();
      tickets.set('T-20');
      tickets.change('T-5', { entriesUsed: 2 });
      tickets.remove('T-6');
      tickets.change('T-5', { entriesUsed: 4 });
      expectEqual(await fetch(1), 'applied');
      expectEqual([await lookup('T-20'), await lookup('T-5'), await lookup('T-6')], [0, 4, 'missing']);
      const { whole } = await store.read(DOMAIN);
      expectEqual([whole?.sum?.count, whole?.rows], [20, 23]);
    },
  },
  {
    title: "after a hundred small updates the tickets equal the server's",
    async run({ tickets, fetch, lookup }) {
      for (const code of codes(5)) tickets.set(code);
      await fetch();
      for (let update = 1; update <= 100; update += 1) {
        tickets.change('T-2', { entriesUsed: update });
        if (update % 7 === 0) tickets.remove('T-3');
        else tickets.set('T-3', { entriesUsed: update });
        expectEqual(await fetch(), 'applied');
      }
      expectEqual([await lookup('T-1'), await lookup('T-2'), await lookup('T-3')], [0, 100, 100]);
    },
  },
  {
    title: 'a download that lost a row in transit is corrupt and is dropped; the next one starts again',
    async run({ tickets, store, fetch, lookup }) {
      for (const code of codes(5)) tickets.set(code);
      const page = await tickets.page({ checkpointId, cursor: null });
      const short = { ...page, rows: page.rows.slice(1) };
      expectEqual(await store.apply(short, { domain: DOMAIN, cursor: null, now: NOW }), 'corrupt');
      expectEqual([await lookup('T-4'), await store.read(DOMAIN)], ['no-tickets', { whole: null, arriving: null }]);
      expectEqual(await fetch(), 'applied');
      expectEqual(await lookup('T-4'), 0);
    },
  },
  {
    title: 'an update that lost a row leaves no complete set',
    async run({ tickets, store, fetch, lookup }) {
      for (const code of codes(5)) tickets.set(code);
      await fetch();
      tickets.change('T-1', { entriesUsed: 1 });
      const cursor = (await store.read(DOMAIN)).whole?.cursor ?? null;
      const page = await tickets.page({ checkpointId, cursor });
      expectEqual(await store.apply({ ...page, rows: [] }, { domain: DOMAIN, cursor, now: NOW }), 'corrupt');
      expectEqual(await lookup('T-2'), 'no-tickets');
      expectEqual(await fetch(), 'applied');
      expectEqual(await lookup('T-1'), 1);
    },
  },
  {
    title: 'while another feed downloads the last complete one is used',
    async run({ tickets, fetch, lookup }) {
      for (const code of codes(20)) tickets.set(code);
      await fetch();
      tickets.restartFeed();
      for (const code of codes(20)) tickets.change(code, { entriesUsed: 1 });
      await fetch(2);
      expectEqual(await lookup('T-0'), 0);
      expectEqual(await fetch(), 'applied');
      expectEqual(await lookup('T-0'), 1);
    },
  },
  {
    title: 'a page that does not continue the stored set changes nothing: another tab was faster',
    async run({ tickets, store, fetch, lookup }) {
      for (const code of codes(5)) tickets.set(code);
      await fetch();
      const cursor = (await store.read(DOMAIN)).whole?.cursor ?? null;
      tickets.change('T-1', { entriesUsed: 1 });
      const page = await tickets.page({ checkpointId, cursor });
      const context = { domain: DOMAIN, cursor, now: NOW };
      expectEqual([await store.apply(page, context), await store.apply(page, context)], ['applied', 'overtaken']);
      expectEqual(await lookup('T-1'), 1);
    },
  },
  {
    title: 'tickets of another domain are not found',
    async run({ tickets, fetch, lookup }) {
      tickets.set('T-0');
      await fetch();
      expectEqual(await lookup('T-0', 'south'), 'no-tickets');
    },
  },
  {
    title: 'a domain without tickets is complete too',
    async run({ fetch, lookup }) {
      expectEqual(await fetch(), 'applied');
      expectEqual(await lookup('T-0'), 'missing');
    },
  },
];

/**
 * Lists the guarantees of every ticket store, as named checks for any test runner. A check that
 * fails rejects.
 *
 * @example
 * for (const { title, run } of ticketStoreContract({ createStorage })) test(title, run);
 */
export function ticketStoreContract({
  createStorage,
}: TicketStoreHarness): { title: string; run: () => Promise<void> }[] {
  return SCENARIOS.map(({ title, run }) => ({
    title,
    async run() {
      const opened: TicketStore[] = [];
      const openOne = createStorage();
      const open = () => {
        const store = openOne();
        opened.push(store);
        return store;
      };
      const store = open();
      const tickets = createFakeTickets({ now: () => NOW, pageSize: 7 });
      const fetch: Device['fetch'] = async (pages = 1_000, through = store) => {
        for (let count = 1; ; count += 1) {
          const { whole, arriving } = await through.read(DOMAIN);
          const cursor = (arriving ?? whole)?.cursor ?? null;
          const page = await tickets.page({ checkpointId, cursor });
          const outcome = await through.apply(page, { domain: DOMAIN, cursor, now: NOW });
          if (outcome !== 'applied' || page.manifest.complete || count === pages) return outcome;
        }
      };
      const lookup: Device['lookup'] = async (barcode, domain = DOMAIN) => {
        const found = await store.find(domain, barcode);
        if (found.kind !== 'found') return found.kind;
        return (await openTicket(found.row.sealed, { barcode, key: found.row.key })).entriesUsed;
      };
      try {
        await run({ tickets, store, open, fetch, lookup });
      } finally {
        for (const each of opened) each.close();
      }
    },
  }));
}
