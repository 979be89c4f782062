import {
  countScans,
  getScannerConfig,
  listConflicts,
  listScans,
  lookupTicket,
  searchTickets,
  undoScan,
  watchReports,
} from '@scantix/api-contract';
import { getSnapshot, getSnapshotSegment } from '@scantix/api-contract/snapshot';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { searchText } from '../database/search-text.ts';
import { START_MS } from '../testing/start-ms.ts';
import {
  expectRefusal,
  expectValue,
  type SignedIn,
  startTestServer,
  type TestServer,
} from '../testing/start-test-server.ts';
import type { TestDatabase } from '../testing/test-databases.ts';
import { createSessionSearch } from './find-session.ts';

/** What a clerk may see and do by the rights and checkpoints of the workgroup, on any database. */
export function describeRights(createDatabase: () => Promise<TestDatabase>): void {
  let server: TestServer;
  /** Has all rights, at both gates. */
  let clerk: SignedIn;
  /** Has `scan` at the second gate. */
  let steward: SignedIn;
  beforeAll(async () => {
    server = await startTestServer(await createDatabase());
    clerk = await server.signIn();
    steward = await server.signIn(server.north.colleague.login, { deviceId: 'steward-device' });
  }, START_MS);
  beforeEach(() => server.north.limitColleague({ rights: ['scan'], checkpoints: [server.north.gates[1]] }));
  afterAll(() => server.stop());

  const gates = () => server.north.gates;
  const idsOf = (records: readonly { id: string }[]) => records.map(({ id }) => id).toSorted();
  const post = async (by: SignedIn, scan: Parameters<SignedIn['post']>[0]) => (await by.post(scan))[0];

  const ACCEPTED = () => ({
    ...{ outcome: 'accepted' as const, reason: 'ok' as const, certainty: 'device' as const, mode: 'entry' as const },
    decided_at: new Date(server.clock.now()).toISOString(),
  });

  test('the configuration tells rights, checkpoints with their capacity, and whom to ask', async () => {
    await server.db.updateTable('checkpoints').set({ capacity: 400 }).where('id', '=', gates()[1].id).execute();
    expect(expectValue(await steward.api.call(getScannerConfig, {}))).toMatchObject({
      rights: ['scan'],
      supervisors: ['Gate team'],
      checkpoints: [{ ...gates()[1], capacity: 400 }],
    });
    const own = expectValue(await clerk.api.call(getScannerConfig, {}));
    expect(own).toMatchObject({ rights: ['scan', 'supervise', 'manage'] });
    expect(own.checkpoints[0]).toEqual(gates()[0]);
  });

  test('of calls at once, whose sessions are read together, each finds its own', async () => {
    const find = createSessionSearch(server.db);
    const claims = [steward, clerk].map(({ tokens: { access_token: token } }) => {
      const { sub: clerkId = '', sid } = decodeJwt<{ sid: string }>(token);
      return { clerkId, sessionId: sid, kid: decodeProtectedHeader(token).kid ?? '' };
    });
    const found = await Promise.all([...claims, ...claims, ...claims].map(find));
    const logins = [server.north.colleague.login, server.north.clerk.login];
    expect(found.map((row) => row?.login)).toEqual([...logins, ...logins, ...logins]);
  });

  test('a workgroup that is made without saying has scan, and no search by name', async () => {
    const workgroup = { id: server.newId(), domain_id: server.north.id, name: 'Made plain' };
    const made = await server.db.insertInto('workgroups').values(workgroup).returningAll().executeTakeFirst();
    expect(made).toMatchObject({ rights: ['scan'], name_search: false });
  });

  test('the search by name is a setting of a workgroup that scans', async () => {
    const body = { query: 'Ada' };
    const search = () => steward.api.call(searchTickets, { body });
    expect(expectRefusal(await search())).toEqual({ status: 403, code: 'forbidden' });
    await server.north.limitColleague({ rights: ['scan'], nameSearch: true });
    expect((await search()).ok).toBe(true);
    expect(expectValue(await steward.api.call(getScannerConfig, {})).rights).toEqual(['scan', 'search']);
    await server.north.limitColleague({ rights: ['manage'], nameSearch: true });
    expect(expectRefusal(await search())).toEqual({ status: 403, code: 'forbidden' });
  });

  test('look-up, snapshot and its segments are bound to the checkpoints of the workgroup', async () => {
    const at = (checkpoint: string) => [
      steward.api.call(lookupTicket, { body: { barcode: 'A-1', checkpoint_id: checkpoint } }),
      steward.api.call(getSnapshot, { query: { checkpoint } }),
      steward.api.call(getSnapshotSegment, { params: { sha256: 'a'.repeat(64) }, query: { checkpoint } }),
    ];
    const [lookup, snapshot, segment] = await Promise.all(at(gates()[1].id));
    expect([lookup?.ok, snapshot?.ok, segment && expectRefusal(segment).code]).toEqual([true, true, 'not_found']);
    for (const answer of await Promise.all(at(gates()[0].id))) {
      expect(expectRefusal(answer)).toEqual({ status: 403, code: 'forbidden' });
    }
    for (const answer of await Promise.all(at(server.south.gates[0].id))) {
      expect(expectRefusal(answer)).toEqual({ status: 404, code: 'not_found' });
    }
  });

  test('the log holds the own checkpoints and what the clerk made or delivered, whatever device is named', async () => {
    const there = { barcode: 'LOG', checkpoint_id: gates()[0].id };
    const hidden = { ...there, id: server.newId() };
    const delivered = { ...there, id: server.newId() };
    const made = { ...there, id: server.newId(), claimed_by: server.north.colleague.login };
    const ofOwnGate = { ...there, id: server.newId(), checkpoint_id: gates()[1].id };
    await clerk.post(hidden, made, ofOwnGate);
    await post(steward, { ...delivered, claimed_by: server.north.clerk.login });

    const seenBy = async (by: SignedIn, query = {}) =>
      idsOf(expectValue(await by.api.call(listScans, { body: { search: 'LOG', ...query } })).items);
    expect(await seenBy(steward)).toEqual(idsOf([delivered, made, ofOwnGate]));
    expect(await seenBy(clerk)).toEqual(idsOf([hidden, delivered, made, ofOwnGate]));
    expect(await seenBy(steward, { id: hidden.id })).toEqual([]);
    expect(await seenBy(steward, { checkpoint_id: gates()[0].id })).toEqual(idsOf([delivered, made]));
    const spy = await server.signIn(server.north.colleague.login, { deviceId: 'test-device' });
    expect(await seenBy(spy, { device_id: 'test-device' })).toEqual(idsOf([delivered, made, ofOwnGate]));
    const count = async (by: SignedIn) => expectValue(await by.api.call(countScans, { body: { search: 'LOG' } })).all;
    expect([await count(steward), await count(clerk)]).toEqual([3, 4]);
  });

  test('the log is searched by the holder only with the right to look for names', async () => {
    await server.north.addTicket('CODE-7', { holder: 'Grace Hopper' });
    const scan = { id: server.newId(), barcode: 'CODE-7', checkpoint_id: gates()[1].id };
    await clerk.post(scan);
    const find = async (search: string) => {
      const query = { search };
      const { all } = expectValue(await steward.api.call(countScans, { body: query }));
      return [...idsOf(expectValue(await steward.api.call(listScans, { body: query })).items), all];
    };
    expect(await find('hopper')).toEqual([0]);
    expect(await find('ode-7')).toEqual([scan.id, 1]);
    await server.north.limitColleague({ rights: ['scan'], nameSearch: true });
    expect(await find('hopper')).toEqual([scan.id, 1]);
    await server.north.limitColleague({ rights: ['supervise'] });
    expect(await find('hopper')).toEqual([scan.id, 1]);
  });

  test('a code of several lines is searched in every line, and the name behind it stays hidden', async () => {
    const barcode = 'FRONT-1\nBEHIND-\u0000É-2\n';
    const search_text = searchText(barcode, 'Joan\nClarke');
    await server.north.addTicket(barcode, { holder: 'Joan\nClarke', search_text });
    await clerk.post({ id: server.newId(), barcode, checkpoint_id: gates()[1].id });
    const find = async (search: string) =>
      expectValue(await steward.api.call(listScans, { body: { search } })).items.map((scan) => scan.barcode);
    for (const search of ['ront-1', 'be', 'behind-', 'é-2', '-1\nbehind', '2\n'])
      expect(await find(search)).toEqual([barcode]);
    for (const search of ['joan', 'clarke', 'jo', '-2\n\njoan']) expect(await find(search)).toEqual([]);
    await server.north.limitColleague({ rights: ['scan'], nameSearch: true });
    for (const search of ['joan', 'clarke', 'behind-']) expect(await find(search)).toEqual([barcode]);
  });

  test('conflicts are listed with the scans that the clerk may see', async () => {
    await server.north.addTicket('CONFLICT', { status: 'blocked' });
    const letIn = (checkpoint: string) => ({
      id: server.newId(),
      barcode: 'CONFLICT',
      checkpoint_id: checkpoint,
      device_verdict: ACCEPTED(),
    });
    const [hidden, seen] = [letIn(gates()[0].id), letIn(gates()[1].id)];
    await clerk.post(hidden, seen);
    const listed = async (by: SignedIn) =>
      expectValue(await by.api.call(listConflicts, { query: { open: 'true' } })).items.map(({ scan_id }) => scan_id);
    expect(await listed(steward)).toEqual([seen.id]);
    expect((await listed(clerk)).toSorted()).toEqual(idsOf([hidden, seen]));
  });

  const recordOf = async (id: string) => expectValue(await clerk.api.call(listScans, { body: { id } })).items[0];
  const byColleague = () => ({ id: server.newId(), claimed_by: server.north.colleague.login });

  test('a scan outside the rights of its clerk is recorded and marked, and lets nobody in', async () => {
    await server.north.addTicket('OUTSIDE');
    const scan = { ...byColleague(), barcode: 'OUTSIDE', checkpoint_id: gates()[0].id };
    const [result] = await steward.post(scan);
    expect(result).toMatchObject({ status: 'recorded', verdict: { outcome: 'refused', reason: 'not_permitted' } });
    expect(result?.verdict).not.toHaveProperty('ticket');
    expect(await recordOf(scan.id)).toMatchObject({ marks: ['outside_rights'], verdict: result?.verdict });
    expect(await post(clerk, { id: server.newId(), barcode: 'OUTSIDE' })).toMatchObject({
      verdict: { outcome: 'accepted' },
    });
  });

  test('a clerk without scan may deliver, and each scan is judged by the rights of the clerk who made it', async () => {
    await server.north.addTicket('WAITED', { entries_allowed: 2 });
    const [own, others] = [
      { ...byColleague(), barcode: 'WAITED' },
      { id: server.newId(), barcode: 'WAITED' },
    ];
    await server.north.limitColleague({ rights: ['manage'], checkpoints: gates() });
    const results = await steward.post(own, { ...others, claimed_by: server.north.clerk.login });
    expect(results).toMatchObject([
      { status: 'recorded', verdict: { reason: 'not_permitted' } },
      { status: 'recorded', verdict: { outcome: 'accepted' } },
    ]);
    expect(await recordOf(others.id)).not.toHaveProperty('marks');
  });

  test('what a device let in outside the rights of its clerk has its effect, a mark and a conflict', async () => {
    await server.north.addTicket('LET-IN');
    const scan = { ...byColleague(), barcode: 'LET-IN', device_verdict: ACCEPTED() };
    expect(await post(clerk, scan)).toMatchObject({ status: 'recorded', conflict: { kind: 'not_permitted' } });
    expect(await recordOf(scan.id)).toMatchObject({ marks: ['outside_rights'], verdict: { outcome: 'accepted' } });
    expect(await post(clerk, { id: server.newId(), barcode: 'LET-IN', device_id: 'another' })).toMatchObject({
      verdict: { reason: 'already_used' },
    });
  });

  test('with scan a clerk takes back the own scans, with supervise those of others too', async () => {
    await server.north.addTicket('BACK', { entries_allowed: 5 });
    const at = { barcode: 'BACK', checkpoint_id: gates()[1].id };
    const [own, other, third] = [
      { ...at, ...byColleague() },
      { ...at, id: server.newId() },
      { ...at, id: server.newId() },
    ];
    await clerk.post(own, other, third);
    const undoBy = async (by: SignedIn, scanId: string) => {
      const body = { ...by.scan(), id: server.newId(), claimed_by: server.north.colleague.login };
      const { status, refusal } = expectValue(await by.api.call(undoScan, { params: { id: scanId }, body }));
      return refusal ?? status;
    };
    expect(await undoBy(steward, other.id)).toBe('not_permitted');
    expect(await undoBy(clerk, other.id)).toBe('not_permitted');
    expect(await undoBy(clerk, own.id)).toBe('recorded');
    await server.north.limitColleague({ rights: ['supervise'] });
    expect(await undoBy(steward, other.id)).toBe('recorded');
    await server.north.limitColleague({ rights: ['manage'] });
    expect(await undoBy(steward, third.id)).toBe('not_permitted');
  });

  test('an undo in the name of another clerk is taken only from one who may take the scan back too', async () => {
    await server.north.addTicket('FORGED');
    const scan = { id: server.newId(), barcode: 'FORGED' };
    await clerk.post(scan);
    const undoBy = async (by: SignedIn) => {
      const body = { ...by.scan(), id: server.newId(), claimed_by: server.north.clerk.login };
      return expectValue(await by.api.call(undoScan, { params: { id: scan.id }, body }));
    };
    expect(await undoBy(steward)).toMatchObject({ status: 'refused', refusal: 'not_permitted' });
    await server.north.limitColleague({ rights: ['supervise'] });
    const undone = { by: server.north.clerk.login, submitted_by: server.north.colleague.login };
    expect(await undoBy(steward)).toMatchObject({ status: 'recorded', undone });
    expect((await recordOf(scan.id))?.undone).toMatchObject(undone);
    expect(await undoBy(clerk)).toMatchObject({ refusal: 'already_undone', undone });
  });

  test('a clerk without scan learns nothing of a ticket from a scan in the name of another clerk', async () => {
    await server.north.addTicket('ASKED');
    await server.north.limitColleague({ rights: ['manage'], checkpoints: gates() });
    const scan = { id: server.newId(), barcode: 'ASKED', claimed_by: server.north.clerk.login };
    for (const status of ['recorded', 'repeated']) {
      const result = await post(steward, scan);
      expect(result).toMatchObject({ status, verdict: { outcome: 'accepted', reason: 'ok' } });
      expect(result?.verdict).not.toHaveProperty('ticket');
    }
    const again = await post(steward, { ...scan, id: server.newId(), device_id: 'another' });
    expect(again).toMatchObject({ verdict: { reason: 'already_used' } });
    expect(again?.verdict).not.toHaveProperty('first_use');
    expect((await recordOf(scan.id))?.verdict).toHaveProperty('ticket');
  });

  test('a right that is taken away is gone with the next call', async () => {
    await server.north.limitColleague({ rights: ['supervise'] });
    const read = async () => {
      const abort = new AbortController();
      const answer = await steward.api.call(watchReports, { signal: abort.signal });
      abort.abort();
      return answer;
    };
    expect((await read()).ok).toBe(true);
    await server.north.limitColleague({ rights: ['scan'] });
    expect(expectRefusal(await read())).toEqual({ status: 403, code: 'forbidden' });
  });
}
