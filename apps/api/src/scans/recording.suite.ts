import { listScans, postScans, type ScanResult } from '@scantix/api-contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectRefusal, expectValue, type SignedIn, type TestServer } from '../testing/start-test-server.ts';
import type { ScanTests } from './scan-lists.suite.ts';

const HOUR_MS = 3_600_000;

/** The guarantees of the records of scans: each once, whatever fails beside it. */
export function describeRecording(context: () => ScanTests): void {
  let server: TestServer;
  let clerk: SignedIn;
  beforeAll(() => {
    ({ server, clerk } = context());
  });

  const id = () => server.newId();
  const countScans = async (barcode: string) =>
    expectValue(await clerk.api.call(listScans, { body: { search: barcode.toLowerCase() } })).items.length;

  /** Makes the database refuse scans with an SQLSTATE. A sequence counts the attempts: a rollback does not reset it. */
  async function refuseScans(when: string, code: string, times = 1_000): Promise<void> {
    await sql`create sequence attempts`.execute(server.db);
    await sql`create function refuse_scan() returns trigger language plpgsql as ${sql.raw(`$$
      begin if nextval('attempts') <= ${times} then raise exception 'refused' using errcode = '${code}'; end if;
        return new; end $$`)}`.execute(server.db);
    await sql`create trigger refuse_scan before insert on scans for each row
      when (${sql.raw(when)}) execute function refuse_scan()`.execute(server.db);
  }
  const countAttempts = async () => {
    const { rows } = await sql<{ count: string }>`select last_value as count from attempts`.execute(server.db);
    return Number(rows[0]?.count);
  };
  async function allowScans(): Promise<void> {
    for (const what of ['trigger refuse_scan on scans', 'function refuse_scan', 'sequence attempts']) {
      await sql`drop ${sql.raw(what)}`.execute(server.db);
    }
  }

  describe('a scan', () => {
    test('posted twice gives one record and the same verdict', async () => {
      await server.north.addTicket('TWICE-1');
      const scan = { id: id(), barcode: 'TWICE-1' };
      const [first] = await clerk.post(scan);
      server.clock.advance(HOUR_MS);
      const claimed_at = new Date(server.clock.now() - HOUR_MS).toISOString();
      const [second] = await clerk.post({ ...scan, claimed_at, clock_offset_ms: 12 });
      expect(second).toEqual({ ...first, status: 'repeated' });
      expect(await countScans('TWICE-1')).toBe(1);
    });

    test('posted fifty times at once gives one record, one entry and one verdict', async () => {
      const ticketId = await server.north.addTicket('FIFTY-1', { entries_allowed: 60 });
      const scan = { id: id(), barcode: 'FIFTY-1' };
      const results = (await Promise.all(Array.from({ length: 50 }, () => clerk.post(scan)))).flat();
      expect(results.filter(({ status }) => status === 'recorded')).toHaveLength(1);
      expect(new Set(results.map(({ verdict }) => JSON.stringify(verdict))).size).toBe(1);
      expect(await entriesUsed(ticketId)).toBe(1);
      expect(await countScans('FIFTY-1')).toBe(1);
    });

    test('of a code that nobody knows, posted fifty times at once, gives one record and one verdict', async () => {
      const scan = { id: id(), barcode: 'FIFTY-UNKNOWN' };
      const results = (await Promise.all(Array.from({ length: 50 }, () => clerk.post(scan)))).flat();
      expect(results.filter(({ status }) => status === 'recorded')).toHaveLength(1);
      expect(results.filter(({ status }) => status === 'repeated')).toHaveLength(49);
      expect(results.filter((result) => 'change' in result)).toEqual([]);
      expect(new Set(results.map(({ verdict }) => JSON.stringify(verdict))).size).toBe(1);
      expect(await countScans('FIFTY-UNKNOWN')).toBe(1);
    });

    test('that is another under a known id is rejected and changes nothing', async () => {
      const other = await server.north.addTicket('OTHER-1');
      const scanId = id();
      await clerk.post({ id: scanId, barcode: 'UNKNOWN-1' });
      const [result] = await clerk.post({ id: scanId, barcode: 'OTHER-1' });
      expect(result).toMatchObject({
        ...{ id: scanId, status: 'rejected' },
        error: { code: 'payload_mismatch', message: 'Duplicate ID' },
      });
      expect(await entriesUsed(other)).toBe(0);
    });

    test('that is bad never fails its neighbours', async () => {
      await server.north.addTicket('NEIGHBOUR-1');
      const results = await clerk.post(
        { id: 'not-a-uuid' },
        { id: id(), barcode: 'NEIGHBOUR-1' },
        { id: id(), barcode: '' },
        { id: id(), checkpoint_id: id() },
        { id: id(), claimed_by: 'nobody' },
        { id: id(), barcode: 'x'.repeat(8_193) },
        { id: id(), barcode: 'UNKNOWN-2' },
      );
      expect(results.map(({ status, error }) => error?.code ?? status)).toEqual([
        'invalid_request',
        'recorded',
        'invalid_request',
        'not_found',
        'not_found',
        'invalid_request',
        'recorded',
      ]);
      expect(results.map(({ error }) => error?.message)).toEqual([
        expect.stringMatching(/^Invalid scan: .*id/),
        undefined,
        expect.stringMatching(/^Invalid scan: .*barcode/),
        'Unknown checkpoint',
        'Unknown clerk',
        expect.stringMatching(/^Invalid scan: .*barcode/),
        undefined,
      ]);
    });

    test('gets the same verdict whether it comes alone or among many, and each ticket the same use', async () => {
      const codes = Array.from({ length: 60 }, (_, n) => `n-${n % 7 === 3 ? 'unknown' : n % 40}`);
      const verdicts = async (
        prefix: string,
        post: (scans: { id: string; barcode: string }[]) => Promise<unknown[]>,
      ) => {
        const ids = await Promise.all(
          Array.from({ length: 40 }, (_, n) =>
            server.north.addTicket(`${prefix}-n-${n}`, { entries_allowed: 1 + (n % 2) }),
          ),
        );
        const results = await post(codes.map((code) => ({ id: id(), barcode: `${prefix}-${code}` })));
        return { results, used: await Promise.all(ids.map(entriesUsed)) };
      };
      const plain = ({ status, verdict }: ScanResult) => [status, verdict?.reason, verdict?.ticket];
      const alone = await verdicts('ALONE', async (scans) => {
        const results = [];
        for (const scan of scans) results.push(...(await clerk.post(scan)));
        return results.map(plain);
      });
      const together = await verdicts('TOGETHER', async (scans) => (await clerk.post(...scans)).map(plain));
      expect(together).toEqual(alone);
    });

    test('takes the number of its ticket’s change in the feed, also among many', async () => {
      const codes = Array.from({ length: 10 }, (_, n) => `NUMBERED-${n}`);
      for (const code of codes) await server.north.addTicket(code);
      const results = await clerk.post(...codes.map((barcode) => ({ id: id(), barcode })));
      const rows = await server.db
        .selectFrom('ticket_changes as changed')
        .innerJoin('scans as scan', 'scan.ticket_id', 'changed.ticket_id')
        .select(['scan.id', 'changed.change', 'scan.ticket_change'])
        .where(
          'scan.id',
          'in',
          results.map((result) => result.id),
        )
        .execute();
      expect(rows).toHaveLength(codes.length);
      for (const row of rows) {
        expect(Number(row.ticket_change)).toBe(Number(row.change));
        expect(results.find((result) => result.id === row.id)?.change).toBe(Number(row.change));
      }
    });

    test('that the database refuses never fails its neighbours, and stands when it is sent again', async () => {
      const scans = ['BEFORE', 'POISON', 'AFTER'].map((barcode) => ({ id: id(), barcode: `REFUSED-${barcode}` }));
      for (const { barcode } of scans) await server.north.addTicket(barcode);
      await sql`create function refuse_poison() returns trigger language plpgsql as $$
        begin raise exception 'poison'; end $$`.execute(server.db);
      await sql`create trigger refuse_poison before insert on scans for each row
        when (new.search_text like 'refused-poison%') execute function refuse_poison()`.execute(server.db);
      const outcome = ({ id: scanId, status, verdict }: ScanResult) => [scanId, status, verdict?.reason];
      expect((await clerk.post(...scans)).map(outcome)).toEqual([
        [scans[0]?.id, 'recorded', 'ok'],
        [scans[2]?.id, 'recorded', 'ok'],
      ]);
      await expect(clerk.post(...scans.slice(1, 2))).rejects.toThrow('no scan could be recorded');
      await sql`drop trigger refuse_poison on scans`.execute(server.db);
      expect((await clerk.post(...scans)).map(outcome)).toEqual([
        [scans[0]?.id, 'repeated', 'ok'],
        [scans[1]?.id, 'recorded', 'ok'],
        [scans[2]?.id, 'repeated', 'ok'],
      ]);
    });

    test('that cannot be recorded keeps back later ones of its code, and no others', async () => {
      await server.north.addTicket('KEPT-BACK');
      await refuseScans("new.search_text like 'kept-back%' and new.mode = 'entry'", '23514');
      const scans = (['entry', 'exit'] as const).map((mode) => ({ id: id(), barcode: 'KEPT-BACK', mode }));
      const [entry, exit] = scans as [(typeof scans)[0], (typeof scans)[0]];
      const other = { id: id(), barcode: 'NOT-KEPT-BACK' };
      const statuses = async () =>
        (await clerk.post(entry, other, exit)).map((result) => [result.id, result.verdict?.reason]);
      expect(await statuses()).toEqual([[other.id, 'unknown_code']]);
      await allowScans();
      expect(await statuses()).toEqual([
        [entry.id, 'ok'],
        [other.id, 'unknown_code'],
        [exit.id, 'ok'],
      ]);
    });

    test.each([
      ['a statement that took too long', '57014'],
      ['a connection that was cut', '57P01'],
      ['a server out of memory', '53200'],
    ])('of many is tried once after %s, and the answer says when to come back', async (_what, code) => {
      await refuseScans('true', code);
      const scans = Array.from({ length: 10 }, (_, n) => ({ ...clerk.scan(), id: id(), barcode: `SLOW-${n % 9}` }));
      const refusal = expectRefusal(await clerk.api.call(postScans, { body: { scans } }));
      expect(refusal).toEqual({ status: 503, code: 'unavailable', retryAfterMs: 2_000 });
      expect(await countAttempts()).toBe(1);
      await allowScans();
    });

    test('at fault alone asks for no delay, which would hold back the other scans of its device', async () => {
      await refuseScans('true', '23514');
      const scans = [{ ...clerk.scan(), id: id(), barcode: 'AT-FAULT' }];
      const refusal = expectRefusal(await clerk.api.call(postScans, { body: { scans } }));
      expect(refusal).toEqual({ status: 503, code: 'unavailable' });
      await allowScans();
    });

    test('that lost a deadlock is tried once more with its neighbours', async () => {
      await refuseScans('true', '40P01', 1);
      const scans = ['FIRST', 'SECOND'].map((barcode) => ({ id: id(), barcode: `DEADLOCK-${barcode}` }));
      expect((await clerk.post(...scans)).map(({ status }) => status)).toEqual(['recorded', 'recorded']);
      expect(await countAttempts()).toBe(3);
      await allowScans();
      await refuseScans('true', '40P01');
      const again = scans.map((scan) => ({ ...clerk.scan(), ...scan, id: id() }));
      expect(expectRefusal(await clerk.api.call(postScans, { body: { scans: again } })).code).toBe('unavailable');
      expect(await countAttempts()).toBe(2);
      await allowScans();
    });

    test('keeps its answer where a later one finds no database', async () => {
      await refuseScans("new.mode = 'exit'", '57014');
      const [first, second] = [id(), id()];
      const results = await clerk.post(
        { id: first, barcode: 'ONE-OF-TWO' },
        { id: second, barcode: 'ONE-OF-TWO', mode: 'exit' },
      );
      expect(results).toMatchObject([{ id: first, status: 'recorded' }]);
      await allowScans();
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
