import {
  getReportBreakdown,
  getReportSummary,
  getReportTimeline,
  type ReportSummary,
  undoScan,
} from '@scantix/api-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { START_MS } from '../testing/start-ms.ts';
import {
  expectRefusal,
  expectValue,
  type SignedIn,
  startTestServer,
  type TestServer,
} from '../testing/start-test-server.ts';
import type { TestDatabase } from '../testing/test-databases.ts';
import { describeCounts } from './counts.suite.ts';
import { describeExports } from './exports.suite.ts';
import { describeLateReports } from './late-reports.suite.ts';
import { SHARED_FOR_MS } from './share-results.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/** The guarantees of reports, on any database. */
export function describeReports(createDatabase: () => Promise<TestDatabase>): void {
  let server: TestServer;
  let clerk: SignedIn;
  let from: number;
  beforeAll(async () => {
    server = await startTestServer(await createDatabase(), {
      lifetimes: { accessTokenS: 360_000, sessionS: 360_000, rememberedSessionS: 360_000 },
    });
    clerk = await server.signIn();
    from = Math.floor(server.clock.now() / HOUR_MS) * HOUR_MS + HOUR_MS;
    server.clock.advance(from - server.clock.now());
    for (let number = 0; number < 6; number += 1) {
      await server.north.addTicket(`R-${number}`, { type: number < 4 ? 'Day' : 'Crew' });
    }
    await server.north.addTicket('R-TWO', { type: 'Day', entries_allowed: 2 });
    await scan('R-0'); // 00:00 admitted, Gate 1
    await scan('R-0', { device_id: 'other' }); // refused: already used
    server.clock.advance(6 * MINUTE_MS);
    await scan('R-1'); // 00:06 admitted
    await scan('R-2', { checkpoint_id: server.north.gates[1].id }); // admitted, Gate 2
    await scan('NOBODY'); // refused: unknown
    server.clock.advance(MINUTE_MS);
    const undone = await scan('R-4'); // 00:07 admitted, taken back
    const undo = {
      id: server.newId(),
      device_id: 'd',
      claimed_at: iso(server.clock.now()),
      claimed_by: clerk.user.clerk,
    };
    expectValue(await clerk.api.call(undoScan, { params: { id: undone }, body: undo }));
    await scan('R-1', { mode: 'exit' });
  }, START_MS);
  afterAll(() => server.stop());

  const iso = (ms: number) => new Date(ms).toISOString();
  async function scan(barcode: string, more: Partial<Parameters<SignedIn['post']>[0]> = {}): Promise<string> {
    const id = server.newId();
    await clerk.post({ barcode, ...more, id });
    return id;
  }
  const period = (lengthMs = HOUR_MS) => ({ from: iso(from), to: iso(from + lengthMs) });
  const summary = async (query = {}): Promise<ReportSummary> => {
    server.clock.advance(SHARED_FOR_MS);
    return expectValue(await clerk.api.call(getReportSummary, { query: { ...period(), ...query } }));
  };

  test('the summary counts scans, admissions without those taken back, and refusals', async () => {
    expect(await summary()).toMatchObject({
      scans: 7,
      admitted: 3,
      refused: 2,
      attention: 0,
      undecided: 0,
      taken_back: 1,
    });
  });

  test('inside and remaining are those of now', async () => {
    // are inside; and both entries of R-TWO are left.
    expect(await summary()).toMatchObject({ inside: 2, remaining: 5 });
  });

  test('a rate is over the last five minutes, the peak over five minutes by the clock', async () => {
    expect((await summary()).per_minute).toBe(2 / 5);
    expect((await summary()).peak).toEqual({ at: iso(from + 5 * MINUTE_MS), admitted: 2 });
  });

  test('scans that came back after a restore are counted, and not those that were still there', async () => {
    const [lost, kept] = [server.newId(), server.newId()];
    const before = await summary();
    const offer = (id: string, offered_again?: true) =>
      clerk.post({ id, barcode: 'NOBODY', ...(offered_again && { offered_again }) });
    await offer(kept);
    await offer(kept, true);
    await offer(lost, true);
    expect([before.came_back, (await summary()).came_back]).toEqual([0, 1]);
    await server.db.deleteFrom('scans').where('id', 'in', [lost, kept]).execute();
  });

  test('one checkpoint alone', async () => {
    expect(await summary({ checkpoint_id: server.north.gates[1].id })).toMatchObject({ scans: 1, admitted: 1 });
  });

  test('a period without scans is all zeros and no figures', async () => {
    const empty = { from: iso(from - 2 * HOUR_MS), to: iso(from - HOUR_MS) };
    expect(await summary(empty)).toMatchObject({
      scans: 0,
      admitted: 0,
      peak: null,
      decision_ms: null,
      offline_share: null,
    });
  });

  test('a period may end with the last year that a database knows', async () => {
    const query = { from: '9999-12-31T00:00:00.000Z', to: '9999-12-31T23:59:59.999Z' };
    expect(await summary(query)).toMatchObject({ scans: 0 });
    const timeline = await clerk.api.call(getReportTimeline, { query: { ...query, step_ms: '3600000' } });
    expect(expectValue(timeline).points).toHaveLength(24);
    expect(expectValue(await clerk.api.call(getReportBreakdown, { query: { ...query, by: 'reason' } })).groups).toEqual(
      [],
    );
  });

  describeLateReports(() => server);

  test('a device has the name that an administrator gave it', async () => {
    const query = { ...period(15 * MINUTE_MS), by: 'device' as const };
    const names = async () => {
      server.clock.advance(SHARED_FOR_MS);
      const { groups } = expectValue(await clerk.api.call(getReportBreakdown, { query }));
      return groups.map(({ key, name }) => [key, name]);
    };
    const setName = (name: string | null) =>
      server.db.updateTable('devices').set({ name }).where('device_id', '=', 'test-device').execute();
    await setName('Tablet at the pier');
    expect(await names()).toEqual([
      ['test-device', 'Tablet at the pier'],
      ['other', 'other'],
    ]);
    await setName(null);
  });

  test('the timeline has every step, the oldest first', async () => {
    const query = { ...period(15 * MINUTE_MS), step_ms: '300000' as const };
    const { points } = expectValue(await clerk.api.call(getReportTimeline, { query }));
    expect(points).toEqual([
      { at: iso(from), scans: 2, admitted: 1, refused: 1 },
      { at: iso(from + 5 * MINUTE_MS), scans: 5, admitted: 2, refused: 1 },
      { at: iso(from + 10 * MINUTE_MS), scans: 0, admitted: 0, refused: 0 },
    ]);
  });

  test.each([
    [
      'reason',
      [
        ['ok', 5],
        ['already_used', 1],
        ['unknown_code', 1],
      ],
    ],
    [
      'checkpoint',
      [
        ['Gate 1', 6],
        ['Gate 2', 1],
      ],
    ],
    ['clerk', [['Clerk north-pier.clerk', 7]]],
    [
      'device',
      [
        ['test-device', 6],
        ['other', 1],
      ],
    ],
    [
      'ticket_type',
      [
        ['Day', 5],
        ['', 1],
        ['Crew', 1],
      ],
    ],
    ['symbology', [['qr_code', 7]]],
  ] as const)('a breakdown by %s, the most scans first', async (by, expected) => {
    const { groups } = expectValue(await clerk.api.call(getReportBreakdown, { query: { ...period(), by } }));
    expect(groups.map(({ name, scans }) => [name, scans])).toEqual(expected);
  });

  test('of another domain nothing is counted', async () => {
    const stranger = await server.signIn(server.south.clerk.login);
    const query = { ...period(), to: iso(from + 8 * MINUTE_MS - 1) };
    const seen = expectValue(await stranger.api.call(getReportBreakdown, { query: { ...query, by: 'reason' } }));
    expect(seen.groups.filter(({ name }) => name === 'already_used')).toEqual([]);
  });

  test.each([
    ['empty', { from: '2026-01-02T00:00:00.000Z', to: '2026-01-02T00:00:00.000Z' }],
    ['backwards', { from: '2026-01-02T00:00:00.000Z', to: '2026-01-01T00:00:00.000Z' }],
    ['of a year', { from: '2026-01-01T00:00:00.000Z', to: '2027-01-01T00:00:00.000Z' }],
    ['in words', { from: 'yesterday', to: 'today' }],
  ])('a period that is %s is refused', async (_, query) => {
    expect(expectRefusal(await clerk.api.call(getReportSummary, { query }))).toEqual({
      status: 422,
      code: 'invalid_request',
    });
  });

  test('the quarter in which the clocks go back is one report of 92 days', async () => {
    await server.db
      .updateTable('domains')
      .set({ time_zone: 'Europe/Berlin' })
      .where('id', '=', server.north.id)
      .execute();
    const query = { from: '2026-09-30T22:00:00.000Z', to: '2026-12-31T23:00:00.000Z', step_ms: '86400000' as const };
    const answer = await clerk.api.call(getReportTimeline, { query });
    await server.db.updateTable('domains').set({ time_zone: null }).where('id', '=', server.north.id).execute();
    expect(expectValue(answer).points).toHaveLength(92);
  });

  test('a timeline of too many steps is refused', async () => {
    const query = { ...period(90 * 24 * HOUR_MS), step_ms: '60000' as const };
    expect(expectRefusal(await clerk.api.call(getReportTimeline, { query })).code).toBe('invalid_request');
  });

  describeCounts(() => ({ clerk, period }));
  describeExports(() => ({ server, clerk, from, scan, period }));

  test('viewers of a domain share a report for two seconds, and those of another domain never see it', async () => {
    const start = Math.floor(server.clock.now() / HOUR_MS) * HOUR_MS + 20 * HOUR_MS;
    server.clock.advance(start - server.clock.now());
    const stranger = await server.signIn(server.south.clerk.login);
    const query = { from: iso(start), to: iso(start + HOUR_MS) };
    const scans = async ({ api }: SignedIn) => expectValue(await api.call(getReportSummary, { query })).scans;
    await scan('SHARED-1');
    expect([await scans(clerk), await scans(stranger)]).toEqual([1, 0]);
    await scan('SHARED-2');
    expect(await scans(clerk)).toBe(1);
    server.clock.advance(SHARED_FOR_MS);
    expect([await scans(clerk), await scans(stranger)]).toEqual([2, 0]);
  });

  test('what is taken back counts when the server received that, also if it is offered again', async () => {
    const start = Math.floor(server.clock.now() / HOUR_MS) * HOUR_MS + 10 * HOUR_MS;
    server.clock.advance(start - 2 * MINUTE_MS - server.clock.now());
    await server.north.addTicket('ACROSS');
    const id = await scan('ACROSS');
    server.clock.advance(4 * MINUTE_MS);
    const claimed_at = iso(server.clock.now());
    const undo = { id: server.newId(), device_id: 'd', claimed_at, claimed_by: clerk.user.clerk, offered_again: true };
    expectValue(await clerk.api.call(undoScan, { params: { id }, body: undo }));
    const counts = async (at: number) => {
      const { taken_back, came_back } = await summary({ from: iso(at), to: iso(at + HOUR_MS) });
      return { taken_back, came_back };
    };
    expect(await counts(start - HOUR_MS)).toEqual({ taken_back: 0, came_back: 0 });
    expect(await counts(start)).toEqual({ taken_back: 1, came_back: 0 });
  });

  test('just after midnight, the rate of today is that of the last hour', async () => {
    const midnight = Math.floor(server.clock.now() / HOUR_MS) * HOUR_MS + 10 * HOUR_MS;
    server.clock.advance(midnight - 2 * MINUTE_MS - server.clock.now());
    for (const barcode of ['NIGHT-1', 'NIGHT-2']) {
      await server.north.addTicket(barcode);
      server.clock.advance(MINUTE_MS);
      await scan(barcode);
      server.clock.advance(MINUTE_MS);
    }
    const to = iso(server.clock.now() + 1);
    expect(await summary({ from: iso(midnight), to })).toMatchObject({ admitted: 1, per_minute: 2 / 5 });
    expect(await summary({ from: iso(midnight - HOUR_MS), to })).toMatchObject({ admitted: 2, per_minute: 2 / 5 });
  });

  test('a breakdown with more than 100 groups counts the others together', async () => {
    const start = Math.floor(server.clock.now() / HOUR_MS) * HOUR_MS + 10 * HOUR_MS;
    server.clock.advance(start - server.clock.now());
    await server.north.addTicket('CROWD', { type: 'Day', entries_allowed: 102 });
    for (let number = 0; number < 103; number += 1) await scan('CROWD', { device_id: `device-${number}` });
    const query = { from: iso(start), to: iso(start + HOUR_MS), by: 'device' as const };
    const { groups, others } = expectValue(await clerk.api.call(getReportBreakdown, { query }));
    expect(groups).toHaveLength(100);
    // The last of 103 was refused; which devices are the others, with one scan each, is not told.
    const refusedThere = 1 - groups.reduce((sum, { refused }) => sum + refused, 0);
    expect(others).toEqual({ groups: 3 - refusedThere, scans: 3, admitted: 3 - refusedThere, refused: refusedThere });
  });
}
