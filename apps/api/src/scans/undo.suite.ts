import { listScans, type Undo, undoScan } from '@scantix/api-contract';
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

const MINUTE_MS = 60_000;
/** These tests move the clock far. */
const LONG = { accessTokenS: 86_400, sessionS: 86_400, rememberedSessionS: 86_400 };

/** The guarantees of taking an entry or exit back, on any database. */
export function describeUndo(createDatabase: () => Promise<TestDatabase>): void {
  let server: TestServer;
  let clerk: SignedIn;
  let stranger: SignedIn;
  beforeAll(async () => {
    server = await startTestServer(await createDatabase(), { lifetimes: LONG });
    clerk = await server.signIn();
    stranger = await server.signIn(server.south.clerk.login);
  }, START_MS);
  afterAll(() => server.stop());

  const newUndo = (more: Partial<Undo> = {}): Undo => ({
    id: server.newId(),
    device_id: 'test-device',
    claimed_at: new Date(server.clock.now()).toISOString(),
    claimed_by: server.north.clerk.login,
    ...more,
  });
  const call = (scanId: string, undo = newUndo(), by = clerk) =>
    by.api.call(undoScan, { params: { id: scanId }, body: undo });
  const take = async (scanId: string, undo?: Undo, by?: SignedIn) => expectValue(await call(scanId, undo, by));
  const enter = async (barcode: string, mode: 'entry' | 'exit' = 'entry', device_id = 'test-device') => {
    server.clock.advance(1_000);
    const [result] = await clerk.post({ id: server.newId(), barcode, mode, device_id });
    return { id: result?.id ?? '', verdict: result?.verdict };
  };
  const ticket = (barcode: string) =>
    server.db
      .selectFrom('tickets')
      .select(['entries_used', 'inside', 'first_use', 'last_entry', 'recent_effects'])
      .where('barcode', '=', Buffer.from(barcode))
      .executeTakeFirstOrThrow();
  const UNTOUCHED = { entries_used: 0, inside: 0, first_use: null, last_entry: null, recent_effects: [] };

  test('an undone entry leaves the ticket as if it had not been, and both records stand', async () => {
    await server.north.addTicket('ONCE');
    const entry = await enter('ONCE');
    const undo = newUndo();
    const result = await take(entry.id, undo);
    const undone = { id: undo.id, at: undo.claimed_at, by: 'north-pier.clerk' };
    expect(result).toEqual({
      ...{
        id: undo.id,
        scan_id: entry.id,
        status: 'recorded',
        change: expect.any(Number),
        receipt: expect.any(Number),
      },
      undone,
    });
    expect(await ticket('ONCE')).toEqual(UNTOUCHED);
    const { items } = expectValue(await clerk.api.call(listScans, { body: { id: entry.id } }));
    expect(items).toMatchObject([{ verdict: entry.verdict, undone }]);
    expect((await enter('ONCE')).verdict).toMatchObject({ outcome: 'accepted' });
  });

  test('the same undo again, at once and later, is one', async () => {
    await server.north.addTicket('TWICE', { entries_allowed: 3 });
    const [entry] = [await enter('TWICE'), await enter('TWICE')];
    const undo = newUndo();
    const results = await Promise.all(Array.from({ length: 10 }, () => take(entry.id, undo)));
    expect(results.map(({ status }) => status).sort()).toEqual(['recorded', ...Array(9).fill('repeated')]);
    server.clock.advance(60 * MINUTE_MS);
    const { status: _first, ...answer } = results[0] ?? { status: '' };
    expect(await take(entry.id, undo)).toEqual({ ...answer, status: 'repeated' });
    expect(await ticket('TWICE')).toMatchObject({ entries_used: 1 });
  });

  test('of two undos at once one takes the entry back and the other is told so', async () => {
    for (let round = 0; round < 10; round += 1) {
      await server.north.addTicket(`RACE-${round}`, { entries_allowed: 2 });
      const entry = await enter(`RACE-${round}`);
      await enter(`RACE-${round}`);
      const results = await Promise.all([take(entry.id), take(entry.id)]);
      const winner = results.find(({ status }) => status === 'recorded');
      const loser = results.find((result) => result !== winner);
      expect(loser).toMatchObject({ status: 'refused', refusal: 'already_undone', undone: winner?.undone });
      expect(loser?.change).toBe(winner?.change);
      expect(await ticket(`RACE-${round}`)).toMatchObject({ entries_used: 1 });
    }
  });

  test('the first of two entries undone leaves the second as the first', async () => {
    await server.north.addTicket('SECOND', { entries_allowed: 2 });
    const first = await enter('SECOND');
    const second = await enter('SECOND', 'entry', 'other');
    await take(first.id);
    expect(await ticket('SECOND')).toMatchObject({
      ...{ entries_used: 1, inside: 1, first_use: { scan_id: second.id } },
      ...{ last_entry: { deviceId: 'other' }, recent_effects: [{ scanId: second.id }] },
    });
  });

  test('an undone exit leaves its visitor inside', async () => {
    await server.north.addTicket('EXIT');
    await enter('EXIT');
    const exit = await enter('EXIT', 'exit');
    expect(await ticket('EXIT')).toMatchObject({ inside: 0 });
    await take(exit.id);
    expect(await ticket('EXIT')).toMatchObject({ entries_used: 1, inside: 1 });
  });

  test('an entry undone after its visitor has left leaves a ticket that was not used', async () => {
    await server.north.addTicket('LEFT');
    const entry = await enter('LEFT');
    const exit = await enter('LEFT', 'exit');
    await take(entry.id);
    expect(await ticket('LEFT')).toMatchObject({ entries_used: 0, inside: -1, first_use: null });
    await take(exit.id);
    expect(await ticket('LEFT')).toMatchObject({ entries_used: 0, inside: 0 });
  });

  test('after an entry was undone and its exit was not, the next visitors are let in and out', async () => {
    await server.north.addTicket('NEXT-VISITOR', { entries_allowed: 2 });
    const entry = await enter('NEXT-VISITOR');
    await enter('NEXT-VISITOR', 'exit');
    await take(entry.id);
    const reasons = [];
    for (const mode of ['entry', 'entry', 'exit', 'exit', 'exit'] as const) {
      reasons.push((await enter('NEXT-VISITOR', mode)).verdict?.reason);
    }
    expect(reasons).toEqual(['ok', 'ok', 'ok', 'ok', 'exit_without_entry']);
  });

  test('an undo and a scan of the same ticket at once end in one of the two orders', async () => {
    const reasons = new Set<string | undefined>();
    for (let round = 0; round < 20; round += 1) {
      const barcode = `MEET-${round}`;
      await server.north.addTicket(barcode);
      const entry = await enter(barcode);
      const [undone, next] = await Promise.all([take(entry.id), enter(barcode, 'entry', 'other')]);
      expect(undone.status).toBe('recorded');
      reasons.add(next.verdict?.reason);
      expect((await ticket(barcode)).entries_used).toBe(next.verdict?.reason === 'ok' ? 1 : 0);
    }
    expect([...reasons].every((reason) => reason === 'ok' || reason === 'already_used')).toBe(true);
  });

  test('what had no effect cannot be undone', async () => {
    await server.north.addTicket('REFUSED', { status: 'blocked' });
    const unknown = await enter('NOBODY');
    for (const scan of [await enter('REFUSED'), unknown]) {
      expect(await take(scan.id)).toMatchObject({ status: 'refused', refusal: 'no_effect' });
    }
  });

  test('an entry where no ticket stands behind the code is taken back too, once', async () => {
    await server.db.updateTable('domains').set({ ticketing: 'off' }).where('id', '=', server.south.id).execute();
    const id = server.newId();
    await stranger.post({ id, barcode: 'COLLECTED', checkpoint_id: server.south.gates[0].id });
    const checkId = server.newId();
    const check = { barcode: 'COLLECTED', mode: 'check' as const, checkpoint_id: server.south.gates[0].id };
    await stranger.post({ ...check, id: checkId });
    const theirs = () => newUndo({ claimed_by: server.south.clerk.login });
    const results = await Promise.all([take(id, theirs(), stranger), take(id, theirs(), stranger)]);
    expect(results.map(({ status, refusal }) => refusal ?? status).sort()).toEqual(['already_undone', 'recorded']);
    expect(results.filter((result) => 'change' in result)).toEqual([]);
    expect(await take(checkId, theirs(), stranger)).toMatchObject({ status: 'refused', refusal: 'no_effect' });
    await server.db.updateTable('domains').set({ ticketing: 'on' }).where('id', '=', server.south.id).execute();
  });

  test('fifteen minutes after the arrival of the entry it is too late, whatever the device claims', async () => {
    await server.north.addTicket('LATE', { entries_allowed: 5 });
    const [one, two] = [await enter('LATE'), await enter('LATE')];
    const claimed_at = new Date(server.clock.now()).toISOString();
    server.clock.advance(15 * MINUTE_MS);
    const claims: Partial<Undo>[] = [{}, { clock_offset_ms: -60 * MINUTE_MS }, { device_id: 'another', claimed_at }];
    for (const claim of claims) {
      expect(await take(one.id, newUndo({ ...claim }))).toMatchObject({ status: 'refused', refusal: 'too_late' });
    }
    expect(await take(two.id)).toMatchObject({ status: 'recorded' });
    expect(await ticket('LATE')).toMatchObject({ entries_used: 1 });
  });

  test('an undo that a restored database has lost is taken by the claimed times, and marked', async () => {
    await server.north.addTicket('AGAIN', { entries_allowed: 5 });
    const [one, two] = [await enter('AGAIN'), await enter('AGAIN')];
    const claimed_at = new Date(server.clock.now()).toISOString();
    server.clock.advance(60 * MINUTE_MS);
    expect(await take(one.id, newUndo({ claimed_at, offered_again: true }))).toMatchObject({ status: 'recorded' });
    const late = newUndo({ offered_again: true });
    expect(await take(two.id, late)).toMatchObject({ status: 'refused', refusal: 'too_late' });
    const marks = server.db.selectFrom('scan_undos').select(['offered_again', 'received_from']);
    expect(await marks.where('scan_id', '=', one.id).execute()).toEqual([
      { offered_again: true, received_from: 'test-device' },
    ]);
  });

  test('an undo offered again by a device that did not deliver the scan has the limit of any other', async () => {
    await server.north.addTicket('PRETEXT', { entries_allowed: 5 });
    const [one, two] = [await enter('PRETEXT'), await enter('PRETEXT')];
    const claimed_at = new Date(server.clock.now()).toISOString();
    server.clock.advance(60 * MINUTE_MS);
    const elsewhere = await server.signIn(server.north.clerk.login, { deviceId: 'elsewhere' });
    const offered = () => newUndo({ claimed_at, offered_again: true });
    expect(await take(one.id, offered(), elsewhere)).toMatchObject({ status: 'refused', refusal: 'too_late' });
    expect(await take(one.id, offered())).toMatchObject({ status: 'recorded', undone: { offered_again: true } });
    await server.db.updateTable('scans').set({ offered_again: true }).where('id', '=', two.id).execute();
    expect(await take(two.id, offered(), elsewhere)).toMatchObject({ status: 'recorded' });
    const { items } = expectValue(await clerk.api.call(listScans, { body: { id: one.id } }));
    expect(items).toMatchObject([{ undone: { offered_again: true } }]);
  });

  test('the number of a repeated undo is for the device whose session made it, whatever device it claims', async () => {
    await server.north.addTicket('CLAIMED');
    const other = await server.signIn(server.north.colleague.login, { deviceId: 'other-device' });
    const entry = await enter('CLAIMED');
    const undo = newUndo({ device_id: 'other-device' });
    const { receipt } = await take(entry.id, undo);
    expect(await take(entry.id, undo)).toMatchObject({ status: 'repeated', receipt });
    expect(await take(entry.id, undo, other)).not.toHaveProperty('receipt');
  });

  test('one id is for one undo', async () => {
    await server.north.addTicket('ID-1');
    await server.north.addTicket('ID-2');
    const undo = newUndo();
    const [one, two] = [await enter('ID-1'), await enter('ID-2')];
    await take(one.id, undo);
    expect(expectRefusal(await call(two.id, undo))).toEqual({ status: 409, code: 'payload_mismatch' });
    expect(await ticket('ID-2')).toMatchObject({ entries_used: 1, inside: 1 });
  });

  test('scans and clerks of another domain do not exist', async () => {
    await server.north.addTicket('TENANT');
    const entry = await enter('TENANT');
    const notFound = { status: 404, code: 'not_found' };
    const theirs = newUndo({ claimed_by: server.south.clerk.login });
    expect(expectRefusal(await call(entry.id, theirs, stranger))).toEqual(notFound);
    expect(expectRefusal(await call(entry.id, theirs))).toEqual(notFound);
    expect(expectRefusal(await call(server.newId()))).toEqual(notFound);
    expect(await ticket('TENANT')).toMatchObject({ entries_used: 1 });
  });

  test('Results finds what was undone, by mode, clerk, device and time', async () => {
    await server.north.addTicket('FOUND', { entries_allowed: 2 });
    const from = new Date(server.clock.now() + 1_000).toISOString();
    const one = await enter('FOUND', 'entry', 'left');
    const to = new Date(server.clock.now() + 1_000).toISOString();
    const two = await enter('FOUND', 'entry', 'right');
    const three = await enter('FOUND', 'exit', 'right');
    await take(one.id);
    const find = async (query: Record<string, string>) =>
      expectValue(await clerk.api.call(listScans, { body: { search: 'found', ...query } })).items.map(({ id }) => id);
    expect(await find({ undone: 'true' })).toEqual([one.id]);
    expect(await find({ undone: 'false' })).toEqual([three.id, two.id]);
    expect(await find({ mode: 'exit' })).toEqual([three.id]);
    expect(await find({ device_id: 'left' })).toEqual([one.id]);
    expect(await find({ clerk: server.north.colleague.login })).toEqual([]);
    expect(await find({ clerk: server.north.clerk.login, from, to })).toEqual([one.id]);
    expect(await find({ from: to })).toEqual([three.id, two.id]);
  });
}
