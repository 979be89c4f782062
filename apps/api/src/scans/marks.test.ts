import {
  acknowledgeConflict,
  exportScansAsCsv,
  getReportSummary,
  listScans,
  type Scan,
  searchTickets,
  undoScan,
  watchReports,
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
import { createMemoryDatabase } from '../testing/test-databases.ts';

const HOUR_MS = 3_600_000;

let server: TestServer;
let clerk: SignedIn;
beforeAll(async () => {
  server = await startTestServer(await createMemoryDatabase());
  clerk = await server.signIn();
}, START_MS);
afterAll(() => server.stop());

const iso = (ms: number) => new Date(ms).toISOString();
const recordOf = async (id: string) =>
  expectValue(await clerk.api.call(listScans, { body: { id } })).items[0] ?? expect.fail('not recorded');
const summaryOfHour = async () => {
  // Reports are shared for two seconds.
  server.clock.advance(2_000);
  const now = server.clock.now();
  const query = { from: iso(now - HOUR_MS), to: iso(now + 1) };
  return expectValue(await clerk.api.call(getReportSummary, { query }));
};
/** A scan that a device let in, whatever it claims. */
const letIn = (barcode: string, more: Partial<Scan>): Partial<Scan> & { id: string } => {
  const claimed_at = more.claimed_at ?? iso(server.clock.now());
  const shown = { outcome: 'accepted', reason: 'ok', certainty: 'device', mode: 'entry' } as const;
  return { id: server.newId(), barcode, device_verdict: { ...shown, decided_at: claimed_at }, ...more };
};

test('an admission that is claimed of 1970 is recorded, marked, and counted by Reports when it arrived', async () => {
  await server.north.addTicket('OLD');
  const before = await summaryOfHour();
  const scan = letIn('OLD', { claimed_at: '1970-01-01T00:00:00.000Z' });
  const [result] = await clerk.post(scan);
  expect(result).toMatchObject({ status: 'recorded', verdict: { outcome: 'accepted' } });
  expect(await recordOf(scan.id)).toMatchObject({
    claimed_at: '1970-01-01T00:00:00.000Z',
    marks: ['no_session', 'claimed_long_ago'],
  });
  const after = await summaryOfHour();
  expect([after.admitted - before.admitted, (after.marked ?? 0) - (before.marked ?? 0)]).toEqual([1, 1]);
});

test('a scan in the name of a colleague who never signed in there is marked, and one of a colleague who did is not', async () => {
  const { login } = server.north.colleague;
  const [unknown, known] = [letIn('NOBODY', { claimed_by: login }), letIn('NOBODY', { claimed_by: login })];
  await clerk.post(unknown);
  await server.signIn(login, { deviceId: 'test-device' });
  await clerk.post(known);
  expect([(await recordOf(unknown.id)).marks, (await recordOf(known.id)).marks]).toEqual([['no_session'], undefined]);
});

test('what a clerk is said to have scanned after the account was disabled is recorded and marked', async () => {
  const { id, login } = server.north.colleague;
  await server.signIn(login);
  await server.db
    .updateTable('clerks')
    .set({ disabled_at: new Date(server.clock.now()) })
    .where('id', '=', id)
    .execute();
  server.clock.advance(10 * 60_000);
  const scan = letIn('NOBODY', { claimed_by: login });
  expect(await clerk.post(scan)).toMatchObject([{ status: 'recorded' }]);
  expect((await recordOf(scan.id)).marks).toEqual(['clerk_disabled']);
});

test('Reports say how many of those who came in by a checkpoint with a capacity are inside', async () => {
  const [gate] = server.north.gates;
  expect((await summaryOfHour()).places).toEqual([]);
  await server.db.updateTable('checkpoints').set({ capacity: 1 }).where('id', '=', gate.id).execute();
  await server.north.addTicket('ONE');
  await server.north.addTicket('TWO');
  const inside = async () => (await summaryOfHour()).places?.[0]?.inside ?? 0;
  const before = await inside();
  await clerk.post({ id: server.newId(), barcode: 'ONE' });
  await clerk.post({ id: server.newId(), barcode: 'TWO', checkpoint_id: server.north.gates[1].id });
  expect((await summaryOfHour()).places).toEqual([{ ...gate, capacity: 1, inside: before + 1 }]);
  const closed = { capacity: 1, closed_at: new Date(server.clock.now()) };
  await server.db.updateTable('checkpoints').set(closed).where('domain_id', '=', server.north.id).execute();
  expect((await summaryOfHour()).places).toEqual([
    { ...gate, capacity: 1, inside: before + 1 },
    { ...server.north.gates[1], capacity: 1, inside: 1 },
  ]);
  await server.db.updateTable('tickets').set({ inside: 0 }).where('domain_id', '=', server.north.id).execute();
  expect((await summaryOfHour()).places).toEqual([]);
  const open = { capacity: null, closed_at: null };
  await server.db.updateTable('checkpoints').set(open).where('domain_id', '=', server.north.id).execute();
});

test('an undo, an acknowledgement and an export stand in the audit log, without what was looked for', async () => {
  await server.north.addTicket('AUDITED', { status: 'blocked' });
  const scan = letIn('AUDITED', {});
  const [result] = await clerk.post(scan);
  const conflict = { id: result?.conflict?.id ?? '' };
  const { device_id, claimed_by, claimed_at } = clerk.scan();
  const undo = { id: server.newId(), device_id, claimed_by, claimed_at };
  for (const _twice of [1, 2]) {
    expectValue(await clerk.api.call(undoScan, { params: { id: scan.id }, body: undo }));
    expectValue(await clerk.api.call(acknowledgeConflict, { params: conflict }));
  }
  expectValue(await clerk.api.call(exportScansAsCsv, { body: { search: 'AUDITED', outcome: 'accepted' } }));
  const lines = await server.db.selectFrom('audit_events').selectAll().orderBy('id').execute();
  expect(
    lines
      .filter(({ action }) => /^(scan|conflict)/.test(action))
      .map((one) => [one.action, one.actor_kind, one.actor_name, one.target_kind, one.target_id]),
  ).toEqual([
    ['scan.withdrawn', 'clerk', clerk.user.clerk, 'scan', scan.id],
    ['conflict.acknowledged', 'clerk', clerk.user.clerk, 'conflict', conflict.id],
    ['scans.exported', 'clerk', clerk.user.clerk, null, null],
  ]);
  expect(lines.at(-1)).toMatchObject({
    detail: { format: 'csv', filters: ['outcome', 'search'] },
    address: '127.0.0.1',
  });
  expect(JSON.stringify(lines)).not.toContain('AUDITED');
});

test('a clerk has eight streams at once, and searches at a pace; another clerk is not held back', async () => {
  await server.db.updateTable('clerks').set({ disabled_at: null }).execute();
  const other = await server.signIn(server.north.colleague.login);
  const streams = await Promise.all(Array.from({ length: 9 }, () => clerk.api.call(watchReports, {})));
  expect(streams.filter(({ ok }) => ok)).toHaveLength(8);
  const refusal = streams.find(({ ok }) => !ok) ?? expect.fail('none was refused');
  expect(expectRefusal(refusal)).toEqual({ status: 429, code: 'rate_limited', retryAfterMs: 30_000 });
  const ninth = expectValue(await other.api.call(watchReports, {}));
  for (const stream of [ninth, ...streams.flatMap((one) => (one.ok ? one.value : []))]) await stream?.cancel();

  const searched = await Promise.all(
    Array.from({ length: 62 }, () => clerk.api.call(searchTickets, { body: { query: 'a' } })),
  );
  const refused = searched.filter(({ ok }) => !ok);
  expect(refused).toHaveLength(2);
  expect(expectRefusal(refused[0] ?? expect.fail())).toMatchObject({ status: 429, code: 'rate_limited' });
  expect((await clerk.api.call(listScans, { body: { search: 'a' } })).ok).toBe(false);
  expect((await clerk.api.call(listScans, { body: {} })).ok).toBe(true);
});
