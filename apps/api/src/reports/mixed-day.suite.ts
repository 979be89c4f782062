import {
  BREAKDOWNS,
  countScans,
  exportScansAsCsv,
  exportScansAsJson,
  getGates,
  getReportBreakdown,
  getReportSummary,
  getReportTimeline,
  listScans,
  OUTCOMES,
  type ScanFilters,
} from '@scantix/api-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { letsThrough, type Made, makeMixedDay } from '../testing/make-mixed-day.ts';
import { START_MS } from '../testing/start-ms.ts';
import { expectValue, type SignedIn, startTestServer, type TestServer } from '../testing/start-test-server.ts';
import type { TestDatabase } from '../testing/test-databases.ts';
import { countHours } from './count-hours.ts';
import { SHARED_FOR_MS } from './share-results.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const LIFETIMES = { accessTokenS: 3_600_000, sessionS: 3_600_000, rememberedSessionS: 3_600_000 };

/** Whatever shows a number of a day with all kinds of scans shows that of a count of its own, on any database. */
export function describeMixedDay(createDatabase: () => Promise<TestDatabase>): void {
  let server: TestServer;
  let devices: readonly [SignedIn, SignedIn];
  beforeAll(async () => {
    server = await startTestServer(await createDatabase(), { lifetimes: LIFETIMES });
    const { clock, db, north } = server;
    // Hours are over by the clock of the database.
    clock.advance(Math.floor(Date.now() / HOUR_MS) * HOUR_MS - 60 * HOUR_MS - clock.now());
    devices = [
      await server.signIn(north.clerk.login, { deviceId: 'gate-a' }),
      await server.signIn(north.colleague.login, { deviceId: 'gate-b' }),
    ];
    await db.updateTable('checkpoints').set({ capacity: 1_000 }).where('domain_id', '=', north.id).execute();
  }, START_MS);
  afterAll(() => server.stop());

  const iso = (ms: number) => new Date(ms).toISOString();
  const byKey = ({ key: a }: { key: string }, { key: b }: { key: string }) => (a < b ? -1 : 1);
  const idsOf = (records: readonly { id: string }[]) => records.map(({ id }) => id).toSorted();

  test.each([
    [1, 'with tickets', false],
    [2, 'with tickets at times', true],
  ])('the numbers of mixed day %d, %s', async (seed, _, turnsTicketing) => {
    const { clock, db, north } = server;
    const [{ api }] = devices;
    const numbers = async (more = {}) => {
      clock.advance(SHARED_FOR_MS);
      return expectValue(await api.call(getReportSummary, { query: { ...period, ...more } }));
    };
    let period = { from: iso(clock.now()), to: iso(clock.now() + 1) };
    const before = await numbers();
    const { from, made, tickets } = await makeMixedDay(server, devices, { seed, turnsTicketing });
    period = { from: iso(from), to: iso(clock.now() + SHARED_FOR_MS) };

    const counts = ({ gate, undone }: Made) => letsThrough(gate) && !undone;
    const admitted = made.filter((one) => counts(one) && one.scan.mode === 'entry');
    const letOut = made.filter((one) => counts(one) && one.scan.mode === 'exit');
    const outcomeIs = (outcome: string) => made.filter(({ gate }) => gate.outcome === outcome);
    const countsOf = (some: readonly Made[]) => ({
      scans: some.length,
      admitted: some.filter((one) => admitted.includes(one)).length,
      refused: some.filter(({ gate }) => gate.outcome === 'refused').length,
    });

    const checkReports = async () => {
      const decided = made.filter(({ told, receivedAt, happenedAt }) => !told && receivedAt - happenedAt <= 3_000);
      const steps = Map.groupBy(admitted, ({ happenedAt }) => Math.floor(happenedAt / (5 * MINUTE_MS)));
      const { peak, ...summary } = await numbers();
      expect(summary).toMatchObject({
        ...countsOf(made),
        ...{ attention: outcomeIs('attention').length, undecided: 0 },
        came_back: made.filter(({ scan }) => scan.offered_again).length,
        taken_back: made.filter(({ undone }) => undone).length,
        marked: made.filter(({ marked }) => marked).length,
        clerk_decisions: {
          let_in: made.filter(({ clerk }) => clerk === 'let_in').length,
          turned_away: made.filter(({ clerk }) => clerk === 'turned_away').length,
        },
        offline_share: (made.length - decided.length) / made.length,
      });
      expect(peak?.admitted).toBe(Math.max(...[...steps.values()].map((some) => some.length)));
      for (const { id } of north.gates) {
        const there = made.filter(({ scan }) => scan.checkpoint_id === id);
        expect(await numbers({ checkpoint_id: id })).toMatchObject(countsOf(there));
      }
      for (const by of BREAKDOWNS) {
        const keyOf = ({ scan, gate, hasTicket }: Made) =>
          ({
            reason: gate.reason,
            checkpoint: scan.checkpoint_id,
            clerk: scan.claimed_by,
            device: scan.device_id,
            ticket_type: (hasTicket && tickets.get(scan.barcode)?.type) || '',
            symbology: scan.symbology,
          })[by];
        const expected = [...Map.groupBy(made, keyOf)].map(([key, some]) => ({ key, ...countsOf(some) }));
        const { groups } = expectValue(await api.call(getReportBreakdown, { query: { ...period, by } }));
        expect(groups.map(({ name: _name, ...group }) => group).toSorted(byKey)).toEqual(expected.toSorted(byKey));
      }
      for (const step_ms of ['300000', '3600000'] as const) {
        const stepOf = ({ happenedAt }: Made) => iso(Math.floor(happenedAt / Number(step_ms)) * Number(step_ms));
        const expected = new Map([...Map.groupBy(made, stepOf)].map(([at, some]) => [at, countsOf(some)]));
        const { points } = expectValue(await api.call(getReportTimeline, { query: { ...period, step_ms } }));
        const busy = points.filter(({ scans }) => scans > 0);
        expect(new Map(busy.map(({ at, ...point }) => [at, point]))).toEqual(expected);
      }
    };
    await checkReports();

    // The visitors inside are those of the entries less those of the exits, at the place of the ticket's last entry.
    const effects = [...admitted, ...letOut].filter(({ hasTicket }) => hasTicket);
    effects.sort((a, b) => a.effectAt - b.effectAt || (a.scan.id < b.scan.id ? -1 : 1));
    const ofTicket = Map.groupBy(effects, ({ scan }) => scan.barcode);
    const entriesOf = (own: readonly Made[]) => own.filter(({ scan }) => scan.mode === 'entry');
    const insideAt = (id: string) =>
      [...ofTicket.values()]
        .filter((own) => entriesOf(own).at(-1)?.scan.checkpoint_id === id)
        .reduce((sum, own) => sum + Math.max(0, 2 * entriesOf(own).length - own.length), 0);
    let remaining = 0;
    for (const [barcode, { allowed, status }] of tickets) {
      const used = entriesOf(ofTicket.get(barcode) ?? []).length;
      if (status === 'valid') remaining += Math.max(0, allowed - used);
    }
    const after = await numbers();
    expect(after.remaining - before.remaining).toBe(remaining);
    const { gates } = expectValue(await api.call(getGates, {}));
    const lately = (some: readonly Made[], id: string) =>
      some.filter((one) => one.scan.checkpoint_id === id && one.happenedAt >= clock.now() - 10 * MINUTE_MS).length;
    for (const { id } of north.gates) {
      const inside = insideAt(id) + (before.places?.find((place) => place.id === id)?.inside ?? 0);
      expect(after.places?.find((place) => place.id === id)).toMatchObject({ inside });
      expect(gates.find((gate) => gate.id === id)).toMatchObject({
        ...{ inside, entered: lately(admitted, id), left: lately(letOut, id) },
        refused: lately(outcomeIs('refused'), id),
      });
    }

    const list = async (filters: ScanFilters = {}) =>
      expectValue(await api.call(listScans, { body: { ...period, ...filters, limit: '200' } })).items;
    const records = await list();
    const recordOf = (one: Made) => records.find(({ id }) => id === one.scan.id);
    expect(records).toHaveLength(made.length);
    for (const one of made) {
      const { outcome, reason } = one.gate;
      const record = recordOf(one);
      expect(record?.verdict).toMatchObject({ outcome, reason });
      expect(record?.clerk_decision ?? null).toBe(one.clerk);
      expect([record?.undone, record?.conflict, record?.marks].map((each) => each !== undefined)).toEqual([
        ...[one.undone, one.conflict, one.marked],
      ]);
    }
    const listed = async (filters: ScanFilters, some: readonly Made[]) =>
      expect(idsOf(await list(filters))).toEqual(idsOf(some.map(({ scan }) => scan)));
    for (const outcome of OUTCOMES) await listed({ outcome }, outcomeIs(outcome));
    for (const reason of new Set(made.map(({ gate }) => gate.reason))) {
      await listed(
        { reason },
        made.filter(({ gate }) => gate.reason === reason),
      );
    }
    expect(expectValue(await api.call(countScans, { body: { ...period, this_device: 'gate-a' } }))).toEqual({
      ...{ complete: true, all: made.length },
      outcomes: Object.fromEntries(OUTCOMES.map((outcome) => [outcome, outcomeIs(outcome).length])),
      conflicts: made.filter(({ conflict }) => conflict).length,
      this_device: made.filter(({ scan }) => scan.device_id === 'gate-a').length,
    });
    const json = await expectValue(await api.call(exportScansAsJson, { body: period })).text();
    expect(JSON.parse(json)).toEqual(records);
    const body = { ...period, outcome: 'refused' as const };
    const csv = await expectValue(await api.call(exportScansAsCsv, { body })).text();
    const outcomes = csv
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[3]);
    expect(outcomes).toEqual(outcomeIs('refused').map(() => 'refused'));

    await countHours(db);
    await checkReports();
    clock.advance(HOUR_MS);
  });
}
