import {
  BREAKDOWNS,
  getReportBreakdown,
  getReportSummary,
  getReportTimeline,
  type Scan,
  undoScan,
} from '@scantix/api-contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { START_MS } from '../testing/start-ms.ts';
import { expectValue, type SignedIn, startTestServer, type TestServer } from '../testing/start-test-server.ts';
import type { TestDatabase } from '../testing/test-databases.ts';
import { countHours, TIME_CLASS } from './count-hours.ts';
import { SHARED_FOR_MS } from './share-results.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** What the suite shares with its part on PostgreSQL; valid once its tests run. */
export interface CountTests {
  readonly server: TestServer;
  readonly scans: () => Promise<number>;
  /** The start of the hours with scans. */
  readonly start: number;
}

/** Reports from counted hours are those from the scans, on any database. */
export function describeCountedHours(createDatabase: () => Promise<TestDatabase>): () => CountTests {
  let server: TestServer;
  let clerk: SignedIn;
  let start: number;

  beforeAll(async () => {
    server = await startTestServer(await createDatabase(), {
      lifetimes: { accessTokenS: 3_600_000, sessionS: 3_600_000, rememberedSessionS: 3_600_000 },
    });
    const { clock, north } = server;
    // Hours are over by the clock of the database.
    start = Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 72 * HOUR_MS;
    clock.advance(start - clock.now());
    clerk = await server.signIn();
    for (let number = 0; number < 30; number += 1) {
      await north.addTicket(`H-${number}`, { type: number % 2 ? 'Day' : 'Crew', entries_allowed: 1 + (number % 2) });
      clock.advance(7 * MINUTE_MS);
      await scan({ barcode: `H-${number}`, checkpoint_id: north.gates[number % 2 ? 0 : 1].id });
      if (number % 5 === 0) await scan({ barcode: `H-${number}`, device_id: 'other' });
      if (number % 7 === 0) await scan({ barcode: `H-${number - 1}`, mode: 'exit' });
      if (number % 11 === 0) await scan({ barcode: 'NOBODY', offered_again: true });
    }
    await takeBack(await scan({ barcode: 'H-29' }));
  }, START_MS);
  afterAll(() => server.stop());

  const iso = (ms: number) => new Date(ms).toISOString();
  async function scan(fields: Partial<Scan>): Promise<string> {
    const id = server.newId();
    await clerk.post({ ...fields, id });
    return id;
  }
  async function takeBack(id: string): Promise<void> {
    const who = { device_id: 'd', claimed_at: iso(server.clock.now()), claimed_by: clerk.user.clerk };
    const body = { id: server.newId(), ...who };
    expect(expectValue(await clerk.api.call(undoScan, { params: { id }, body })).status).toBe('recorded');
  }

  /** Everything that Reports shows; it begins and ends within hours. */
  async function read() {
    const query = { from: iso(start + 20 * MINUTE_MS), to: iso(start + 71 * HOUR_MS + 20 * MINUTE_MS) };
    server.clock.advance(SHARED_FOR_MS);
    // Decision times are counted by classes.
    const { as_of, decision_ms, ...summary } = expectValue(await clerk.api.call(getReportSummary, { query }));
    const timelines = [];
    for (const step_ms of ['300000', '3600000', '86400000'] as const) {
      timelines.push(expectValue(await clerk.api.call(getReportTimeline, { query: { ...query, step_ms } })).points);
    }
    const minutes = { from: query.from, to: iso(start + 5 * HOUR_MS), step_ms: '60000' as const };
    timelines.push(expectValue(await clerk.api.call(getReportTimeline, { query: minutes })).points);
    const breakdowns = [];
    for (const by of BREAKDOWNS) {
      breakdowns.push(expectValue(await clerk.api.call(getReportBreakdown, { query: { ...query, by } })).groups);
    }
    return { summary, timelines, breakdowns };
  }
  const countRows = async (table: 'report_hours' | 'report_changes') =>
    (await server.db.selectFrom(table).selectAll().execute()).length;

  test('counted hours say what the scans say', async () => {
    const scanned = await read();
    await countHours(server.db);
    expect(await countRows('report_hours')).toBeGreaterThan(3);
    expect(await read()).toEqual(scanned);
    await sql`update report_hours set scans = scans + 1000`.execute(server.db);
    expect((await read()).summary.scans).toBeGreaterThan(scanned.summary.scans + 1000);
    await sql`update report_hours set scans = scans - 1000`.execute(server.db);
  });

  test('decision times of counted hours are those of the scans, up to half a class', async () => {
    const query = { from: iso(start), to: iso(start + 72 * HOUR_MS) };
    const decisionMs = async () => {
      server.clock.advance(SHARED_FOR_MS);
      return expectValue(await clerk.api.call(getReportSummary, { query })).decision_ms;
    };
    await sql`update scans set received_at = happened_at + interval '80 milliseconds'`.execute(server.db);
    expect(await decisionMs()).toEqual({ p50: 80, p95: 80 });
    await countHours(server.db);
    const counted = await decisionMs();
    expect(counted?.p50).toBeGreaterThan(80 / Math.sqrt(TIME_CLASS) - 1);
    expect(counted?.p50).toBeLessThan(80 * Math.sqrt(TIME_CLASS) + 1);
    expect(counted?.p95).toBe(counted?.p50);
  });

  test('a scan that comes late, and its undo, show at once and when counted', async () => {
    const { scans, admitted } = (await read()).summary;
    await server.north.addTicket('H-LATE');
    const late = await scan({ barcode: 'H-LATE', claimed_at: iso(start + 90 * MINUTE_MS), clock_offset_ms: 0 });
    expect((await read()).summary).toMatchObject({ scans: scans + 1, admitted: admitted + 1 });
    await countHours(server.db);
    expect([(await read()).summary.scans, await countRows('report_changes')]).toEqual([scans + 1, 0]);
    await takeBack(late);
    const undone = await read();
    expect(undone.summary).toMatchObject({ scans: scans + 1, admitted });
    await countHours(server.db);
    expect([await read(), await countRows('report_changes')]).toEqual([undone, 0]);
  });

  test('a ticket whose type is corrected counts by its new type at once and when counted', async () => {
    const byType = async () => (await read()).breakdowns[BREAKDOWNS.indexOf('ticket_type')]?.map(({ key }) => key);
    expect(await byType()).toContain('Crew');
    await sql`update tickets set type = 'Staff' where type = 'Crew'`.execute(server.db);
    const corrected = await byType();
    expect(corrected).toContain('Staff');
    expect(corrected).not.toContain('Crew');
    await countHours(server.db);
    expect([await byType(), await countRows('report_changes')]).toEqual([corrected, 0]);
    await sql`update tickets set note = 'as before', type = type`.execute(server.db);
    expect(await countRows('report_changes')).toBe(0);
  });

  test('the totals are those of the tickets', async () => {
    const { db, north, clock } = server;
    await north.addTicket('H-OVER', { valid_until: new Date(clock.now() - HOUR_MS), entries_allowed: 100 });
    await north.addTicket('H-CANCELLED', { status: 'cancelled', entries_allowed: 1_000 });
    await db
      .deleteFrom('tickets')
      .where('id', '=', await north.addTicket('H-GONE'))
      .execute();
    const { rows } = await sql<{ inside: number; remaining: number }>`
      select sum(greatest(inside, 0))::int as inside, sum(greatest(entries_allowed - entries_used, 0))
        filter (where status = 'valid' and coalesce(valid_until, 'infinity') > ${new Date(clock.now())})::int as remaining
      from tickets where domain_id = ${north.id}`.execute(db);
    expect((await read()).summary).toMatchObject(rows[0] ?? {});
  });

  return () => ({ server, start, scans: async () => (await read()).summary.scans });
}
