import { listScans, lookupTicket, MAX_HISTORY_SCANS } from '@scantix/api-contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectRefusal, expectValue, type SignedIn, type TestServer } from '../testing/start-test-server.ts';

const DAY_MS = 86_400_000;

/** What the parts of the suite of scans share; valid once its tests run. */
export interface ScanTests {
  readonly server: TestServer;
  readonly clerk: SignedIn;
  readonly stranger: SignedIn;
}

/** The guarantees of the list of scans and of the lookup. */
export function describeScanLists(context: () => ScanTests): void {
  let server: TestServer;
  let clerk: SignedIn;
  let stranger: SignedIn;
  beforeAll(() => {
    ({ server, clerk, stranger } = context());
  });

  const id = () => server.newId();

  describe('the list', () => {
    test('gives every scan once over its pages, the newest first', async () => {
      const { tokens: _unused, ...reader } = await server.signIn(server.south.clerk.login);
      for (let count = 0; count < 25; count += 1) {
        // Several scans share an instant, so the id orders them.
        if (count % 5 === 0) server.clock.advance(1_000);
        await reader.post({ id: id(), barcode: `PAGE-${count}` });
      }
      const seen: string[] = [];
      const lengths: number[] = [];
      let cursor: string | undefined;
      do {
        const page = expectValue(
          await reader.api.call(listScans, { body: { limit: '7', search: 'page-', ...(cursor ? { cursor } : {}) } }),
        );
        seen.push(...page.items.map(({ barcode }) => barcode));
        lengths.push(page.items.length);
        cursor = page.next_cursor;
      } while (cursor);
      expect(seen).toEqual(Array.from({ length: 25 }, (_, index) => `PAGE-${24 - index}`));
      expect(lengths).toEqual([7, 7, 7, 4]);
      const all = expectValue(await reader.api.call(listScans, { body: { limit: '25', search: 'page-' } }));
      expect([all.items.length, all.next_cursor]).toEqual([25, undefined]);
    });

    test('a search gives every scan once over the pages of a log of years, the newest first', async () => {
      const { tokens: _unused, ...reader } = await server.signIn(server.south.clerk.login);
      const midnight = Math.floor(server.clock.now() / DAY_MS) * DAY_MS;
      const made: { code: string; at: number }[] = [];
      for (const day of [0, 1, 15, 16, 17, 63, 64, 65, 128, 511, 512, 600, 4_000]) {
        // Both sides of a midnight, and two scans of one instant.
        for (const beside of [-1, 0, 0])
          made.push({ code: `YEARS_${day}-${made.length}`, at: midnight - day * DAY_MS + beside });
      }
      for (const { code, at } of made) {
        await server.south.addTicket(code, { holder: 'Åse Holm' });
        const scan = { id: id(), barcode: code };
        await reader.post(scan, { id: id(), barcode: 'ANOTHER' });
        await server.db
          .updateTable('scans')
          .set({ received_at: new Date(at) })
          .where('id', '=', scan.id)
          .execute();
      }
      const byTime = (one: { at: number }, other: { at: number }) => other.at - one.at;
      // Of one instant the later id comes first.
      const expected = made
        .toReversed()
        .toSorted(byTime)
        .map(({ code }) => code);
      for (const [search, limit] of [
        ['years_', '1'],
        ['YEARS_', '7'],
        ['åse h', '50'],
        ['ho', '13'],
      ] as const) {
        const seen: string[] = [];
        let cursor: string | undefined;
        do {
          // The pace of searches.
          server.clock.advance(1_000);
          const page = expectValue(
            await reader.api.call(listScans, { body: { limit, search, ...(cursor ? { cursor } : {}) } }),
          );
          seen.push(...page.items.map(({ barcode }) => barcode));
          cursor = page.next_cursor;
        } while (cursor);
        expect(seen).toEqual(expected);
      }
      const oldest = { search: 'years_', outcome: 'accepted', to: '2200-01-01T00:00:00.000Z' } as const;
      const filtered = expectValue(await reader.api.call(listScans, { body: { ...oldest, limit: '200' } }));
      expect(filtered.items.map(({ barcode }) => barcode)).toEqual(expected);
      const { items } = expectValue(await clerk.api.call(listScans, { body: { search: 'years_' } }));
      expect(items).toEqual([]);
    });

    test('finds by each filter what passes it, and nothing else', async () => {
      const { gates, colleague } = server.north;
      await server.north.addTicket('SIEVE-1');
      const first = { device_id: 'sieve-device', claimed_by: colleague.login, checkpoint_id: gates[1].id };
      await clerk.post({ id: id(), barcode: 'SIEVE-1', mode: 'entry', ...first });
      server.clock.advance(1_000);
      const now = new Date(server.clock.now()).toISOString();
      await clerk.post({ id: id(), barcode: 'SIEVE-2', mode: 'exit' });
      const find = async (filter: Record<string, string>) => {
        const body = { search: 'sieve-', ...filter };
        return expectValue(await clerk.api.call(listScans, { body })).items.map(({ barcode }) => barcode);
      };
      expect(await find({})).toEqual(['SIEVE-2', 'SIEVE-1']);
      const { device_id, claimed_by } = clerk.scan();
      for (const [ofFirst, ofSecond] of [
        [{ outcome: 'accepted' }, { outcome: 'refused' }],
        [{ reason: 'ok' }, { reason: 'unknown_code' }],
        [{ mode: 'entry' }, { mode: 'exit' }],
        [{ checkpoint_id: gates[1].id }, { checkpoint_id: gates[0].id }],
        [{ clerk: colleague.login }, { clerk: claimed_by }],
        [{ device_id: 'sieve-device' }, { device_id }],
        [{ to: now }, { from: now }],
      ])
        expect([await find({ ...ofFirst }), await find({ ...ofSecond })]).toEqual([['SIEVE-1'], ['SIEVE-2']]);
    });

    test('filters by part of a barcode or name', async () => {
      await server.north.addTicket('FILTER-1', { holder: 'Şule Öz_türk' });
      server.clock.advance(1_000);
      await clerk.post({ id: id(), barcode: 'FILTER-1' });
      await clerk.post({ id: id(), barcode: 'FILTER-2' });
      const find = async (query: Record<string, string>) =>
        expectValue(await clerk.api.call(listScans, { body: { limit: '2', ...query } })).items.map(
          ({ barcode }) => barcode,
        );
      expect(await find({ search: 'z_TÜRK' })).toEqual(['FILTER-1']);
      expect(await find({ search: 'filter-%' })).toEqual([]);
    });

    test('shows nothing of another domain', async () => {
      await clerk.post({ id: id(), barcode: 'NORTH-SECRET' });
      const { items } = expectValue(await stranger.api.call(listScans, { body: { search: 'north-secret' } }));
      expect(items).toEqual([]);
    });

    test('refuses a cursor that it has not made', async () => {
      const answer = await clerk.api.call(listScans, { body: { cursor: 'WyJ4IiwieSJd' } });
      expect(expectRefusal(answer)).toEqual({ status: 422, code: 'invalid_request' });
    });
  });

  describe('the lookup', () => {
    const lookup = (by: SignedIn, barcode: string, checkpoint_id: string, mode?: 'exit') =>
      by.api.call(lookupTicket, { body: { barcode, checkpoint_id, ...(mode && { mode }) } });

    test('says what a scan would give and uses nothing up', async () => {
      const ticketId = await server.north.addTicket('LOOKUP-1');
      const [gate] = server.north.gates;
      for (let count = 0; count < 3; count += 1) {
        expect(expectValue(await lookup(clerk, 'LOOKUP-1', gate.id))).toMatchObject({
          ticket: { holder: 'Ada Berg', entries_left: 1 },
          verdict: { outcome: 'accepted', mode: 'check', certainty: 'server' },
          history: [],
        });
      }
      expect(await entriesUsed(ticketId)).toBe(0);
    });

    test('says what an exit would give, if asked', async () => {
      await server.north.addTicket('LOOKUP-EXIT');
      const [gate] = server.north.gates;
      const exit = async () => expectValue(await lookup(clerk, 'LOOKUP-EXIT', gate.id, 'exit')).verdict;
      expect(await exit()).toMatchObject({ outcome: 'refused', reason: 'exit_without_entry', mode: 'exit' });
      await clerk.post({ id: id(), barcode: 'LOOKUP-EXIT' });
      for (let count = 0; count < 2; count += 1)
        expect(await exit()).toMatchObject({ outcome: 'accepted', mode: 'exit' });
    });

    test('tells the newest scans of the code, the newest first', async () => {
      await server.north.addTicket('LOOKUP-2');
      const scans = Array.from({ length: MAX_HISTORY_SCANS + 1 }, () => id());
      for (const scanId of scans) {
        server.clock.advance(1_000);
        await clerk.post({ id: scanId, barcode: 'LOOKUP-2' });
      }
      const { history } = expectValue(await lookup(clerk, 'LOOKUP-2', server.north.gates[0].id));
      expect(history.map((record) => record.id)).toEqual(scans.slice(1).reverse());
    });

    test('knows the checkpoints where a ticket works', async () => {
      await server.north.addTicket('LOOKUP-3', { works_at: [server.north.backstage.id] });
      const { verdict } = expectValue(await lookup(clerk, 'LOOKUP-3', server.north.gates[0].id));
      expect(verdict).toMatchObject({ reason: 'wrong_checkpoint', works_at: [server.north.backstage] });
    });

    test('is refused to a clerk who tries one code after the other', async () => {
      const [gate] = server.south.gates;
      const attempts = [];
      for (let count = 0; count <= 60; count += 1) attempts.push(await lookup(stranger, `GUESS-${count}`, gate.id));
      expect(attempts.map(({ ok }) => ok)).toEqual(Array.from({ length: 61 }, (_, count) => count < 60));
      expect(await lookup(stranger, 'GUESS-61', gate.id)).toMatchObject({ failure: { code: 'rate_limited' } });
      server.clock.advance(2_000);
      expect(await lookup(stranger, 'GUESS-61', gate.id)).toMatchObject({ ok: true });
      // The tests after this one look up, too.
      server.clock.advance(60_000);
    });

    test('finds neither tickets nor checkpoints of another domain', async () => {
      await server.north.addTicket('LOOKUP-4');
      const found = expectValue(await lookup(stranger, 'LOOKUP-4', server.south.gates[0].id));
      expect(found).toMatchObject({ ticket: null, verdict: { reason: 'unknown_code' }, history: [] });
      expect(expectRefusal(await lookup(stranger, 'LOOKUP-4', server.north.gates[0].id)).code).toBe('not_found');
    });
  });

  async function entriesUsed(ticketId: string): Promise<number> {
    const row = await server.db
      .selectFrom('tickets')
      .select('entries_used')
      .where('id', '=', ticketId)
      .executeTakeFirstOrThrow();
    return row.entries_used;
  }
}
