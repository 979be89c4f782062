import { postScans, type Scan, type ScanResult } from '@scantix/api-contract';
import * as fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { START_MS } from '../testing/start-ms.ts';
import { type SignedIn, startTestServer, type TestServer } from '../testing/start-test-server.ts';
import type { TestDatabase } from '../testing/test-databases.ts';
import type { TestDomain } from '../testing/test-domains.ts';

/** The guarantees of scans that share a transaction with those of other calls, on any database. */
export function describeSharedTransactions(createDatabase: () => Promise<TestDatabase>): void {
  let server: TestServer;
  let gates: SignedIn[];
  let south: SignedIn;
  beforeAll(async () => {
    // Every transaction has a time of its own: equal ones would be ordered by the ids.
    let now = Date.UTC(2026, 10, 21, 9);
    server = await startTestServer(await createDatabase(), { clock: { now: () => now++ } });
    gates = [];
    for (const deviceId of ['one', 'two', 'three']) {
      gates.push(await server.signIn(server.north.clerk.login, { deviceId }));
    }
    south = await server.signIn(server.south.clerk.login);
  }, START_MS);
  afterAll(() => server.stop());

  const gate = (nth: number) => gates[nth % gates.length] as SignedIn;
  const id = () => server.newId();
  /** Resolves with the number of different transactions that wrote scans of such codes. */
  async function countTransactions(prefix: string): Promise<number> {
    const { rows } = await sql<{ count: string }>`select count(distinct xmin::text) from scans
      where search_text like ${`${prefix.toLowerCase()}%`}`.execute(server.db);
    return Number(rows[0]?.count);
  }
  /** Posts a scan of each code at the same time, each in a call of its own. */
  const postAtOnce = (codes: readonly string[], more: (nth: number) => Partial<Scan> = () => ({})) =>
    Promise.all(codes.map((barcode, nth) => gate(nth).post({ id: id(), barcode, ...more(nth) })));

  test('scans that arrive while one of their domain is recorded share a transaction', async () => {
    const codes = Array.from({ length: 40 }, (_, nth) => `SHARED-${nth}`);
    for (const code of codes) await server.north.addTicket(code);
    const results = (await postAtOnce(codes)).flat();
    expect(results.map(({ verdict }) => verdict?.reason)).toEqual(codes.map(() => 'ok'));
    expect(await countTransactions('SHARED-')).toBeLessThan(codes.length);
  });

  test('each device gets receipt numbers of its own, without a gap', async () => {
    const receipts = new Map<number, number[]>();
    const codes = Array.from({ length: 30 }, (_, nth) => `RECEIPT-${nth}`);
    for (const [nth, [result]] of (await postAtOnce(codes)).entries()) {
      const own = receipts.get(nth % gates.length) ?? [];
      receipts.set(nth % gates.length, [...own, result?.receipt ?? 0]);
    }
    for (const own of receipts.values()) {
      const sorted = own.toSorted((one, other) => one - other);
      expect(sorted).toEqual(sorted.map((_, index) => (sorted[0] as number) + index));
    }
  });

  test('a scan that the database refuses fails alone, and its neighbours in other calls are answered', async () => {
    await sql`create function refuse_one() returns trigger language plpgsql as $$
      begin raise exception 'poison'; end $$`.execute(server.db);
    await sql`create trigger refuse_one before insert on scans for each row
      when (new.search_text like 'poison-7%') execute function refuse_one()`.execute(server.db);
    const codes = Array.from({ length: 20 }, (_, nth) => `POISON-${nth}`);
    const answers = await Promise.allSettled(codes.map((barcode, nth) => gate(nth).post({ id: id(), barcode })));
    await sql`drop trigger refuse_one on scans`.execute(server.db);
    expect(answers.map(({ status }) => status)).toEqual(
      codes.map((code) => (code === 'POISON-7' ? 'rejected' : 'fulfilled')),
    );
  });

  test('clerks and checkpoints that a call names wrongly reject its scans and no others', async () => {
    const wrong = [{}, { claimed_by: 'nobody' }, { checkpoint_id: server.south.gates[0].id }];
    const codes = Array.from({ length: 12 }, (_, nth) => `WRONG-${nth}`);
    const results = (await postAtOnce(codes, (nth) => wrong[nth % 3] ?? {})).flat();
    const outcomes = results.map(({ status, error }) => error?.message ?? status);
    expect(outcomes).toEqual(codes.map((_, nth) => ['recorded', 'Unknown clerk', 'Unknown checkpoint'][nth % 3]));
  });

  test('domains do not share: a code is a ticket in one of them only', async () => {
    await server.north.addTicket('ELSEWHERE');
    const [[here], [there]] = (await Promise.all([
      gate(0).post({ id: id(), barcode: 'ELSEWHERE' }),
      south.post({ id: id(), barcode: 'ELSEWHERE' }),
    ])) as [ScanResult[], ScanResult[]];
    expect([here?.verdict?.reason, there?.verdict?.reason]).toEqual(['ok', 'unknown_code']);
  });

  test('a caller that goes away keeps nobody waiting', async () => {
    const codes = Array.from({ length: 12 }, (_, nth) => `GONE-${nth}`);
    const answered = codes.map(async (barcode, nth) => {
      const gone = new AbortController();
      const body = { scans: [{ ...gate(nth).scan(), id: id(), barcode }] };
      const answer = gate(nth).api.call(postScans, { body, signal: gone.signal });
      if (nth % 2 === 0) setImmediate(() => gone.abort());
      return answer.then(({ ok }) => ok).catch(() => false);
    });
    const all = await Promise.all(answered);
    expect(all.filter((_, nth) => nth % 2 === 1)).toEqual(Array(6).fill(true));
  });

  test('any calls at once end as their scans do one by one in the order of their tickets', async () => {
    const code = fc.constantFrom('A', 'B', 'C', 'D');
    const step = fc.record({ code, mode: fc.constantFrom('entry', 'exit', 'check') });
    const calls = fc.array(fc.array(step, { minLength: 1, maxLength: 6 }), { minLength: 2, maxLength: 4 });
    let round = 0;
    await fc.assert(
      fc.asyncProperty(calls, async (given) => {
        round += 1;
        const add = (to: TestDomain, name: string) =>
          Promise.all(['A', 'B', 'C'].map((one, nth) => to.addTicket(`${name}${one}`, { entries_allowed: 1 + nth })));
        await add(server.north, `T${round}-`);
        await add(server.north, `U${round}-`);
        const bodies = given.map((steps) =>
          steps.map(({ code: one, mode }) => ({ id: id(), barcode: one, mode: mode as Scan['mode'] })),
        );
        const together = await Promise.all(
          bodies.map((scans, nth) =>
            gate(nth).post(...scans.map((one) => ({ ...one, barcode: `T${round}-${one.barcode}` }))),
          ),
        );
        // The order that the database chose: within a transaction each scan is of another ticket.
        const { rows } = await sql<{ id: string }>`select id from scans
          where search_text like ${`t${round}-%`} order by xmin::text::bigint, id`.execute(server.db);
        const byId = new Map(bodies.flatMap((scans, nth) => scans.map((one) => [one.id, { ...one, nth }] as const)));
        const answers = new Map(together.flat().map((result) => [result.id, result]));
        expect(rows).toHaveLength(byId.size);
        for (const { id: scanId } of rows) {
          const scan = byId.get(scanId);
          if (!scan) throw new Error('A scan came from nowhere');
          const [alone] = await gate(scan.nth).post({
            id: id(),
            barcode: `U${round}-${scan.barcode}`,
            mode: scan.mode,
          });
          const told = answers.get(scanId)?.verdict;
          expect([told?.outcome, told?.reason]).toEqual([alone?.verdict?.outcome, alone?.verdict?.reason]);
        }
        const states = await server.db
          .selectFrom('tickets')
          .select(['search_text', 'entries_used', 'inside'])
          .where('search_text', 'like', `_${round}-%`)
          .orderBy('search_text')
          .execute();
        const of = (prefix: string) =>
          states.filter(({ search_text: text }) => text.startsWith(prefix)).map(({ search_text: _, ...rest }) => rest);
        expect(of('t')).toEqual(of('u'));
      }),
      { numRuns: 6 },
    );
  });
}
