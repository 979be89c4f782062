import type { Scan, ScanFilters } from '@scantix/api-contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../database/tables.ts';
import type { SignedInClerk } from '../http/signed-in-clerk.ts';
import { createIdSource, systemRandom } from '../system/random.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { START_MS } from '../testing/start-ms.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';
import { addTestDomain, type TestDomain } from '../testing/test-domains.ts';
import { createScanQueue, type ScanQueue } from './create-scan-queue.ts';
import { listScans } from './list-scans.ts';
import { payloadHash } from './payload-hash.ts';
import { findUndo, findUndoer, insertUndo, insertWithdrawal, recordWithdrawal } from './undo-rows.ts';
import { writeScans } from './write-scans.ts';

/** What the database keeps of scans and undos, and what it finds again: without a server around it. */
describe('in the database', { timeout: START_MS }, () => {
  const clock = createFakeClock();
  const newId = createIdSource({ clock, random: systemRandom });
  let db: Database;
  let drop: () => Promise<void>;
  let north: TestDomain;
  let south: TestDomain;
  let queue: ScanQueue;
  beforeAll(async () => {
    ({ db, drop } = await createMemoryDatabase());
    const shared = { newId, now: clock.now() };
    north = await addTestDomain(db, { name: 'North Pier', ...shared });
    south = await addTestDomain(db, { name: 'South Hall', ...shared });
    queue = createScanQueue({ db, clock, newId });
  }, START_MS);
  afterAll(() => drop());

  const signedIn = (of: TestDomain, more: Partial<SignedInClerk> = {}) =>
    ({
      ...{ id: of.clerk.id, login: of.clerk.login, domainId: of.id, ticketing: 'on', rights: ['scan', 'supervise'] },
      ...{ scansAt: of.gates.map(({ id }) => id), deviceId: 'phone', deviceKey: null, hasWebhooks: false, ...more },
    }) as SignedInClerk;
  const scanAt = (of: TestDomain, more: Partial<Scan> = {}): Scan => ({
    ...{ id: newId(), barcode: 'UNKNOWN', symbology: 'qr_code', scan_method: 'camera', mode: 'entry' },
    ...{ checkpoint_id: of.gates[0].id, claimed_at: new Date(clock.now()).toISOString(), device_id: 'phone' },
    ...{ claimed_by: of.clerk.login, ...more },
  });
  async function record(clerk: SignedInClerk, ...scans: Scan[]) {
    clock.advance(1_000);
    const { results, failures } = await queue.record(clerk, scans);
    expect(failures).toEqual([]);
    return scans.map((scan) => results.get(scan));
  }
  const rowOf = ({ id }: Scan) => db.selectFrom('scans').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const epoch = (text: string) => new Date(text);

  test('a scan has each of its fields in its row', async () => {
    const ticketId = await north.addTicket('WHOLE-1');
    const at = new Date(clock.now()).toISOString();
    const device_verdict = { outcome: 'accepted', reason: 'ok', certainty: 'device', mode: 'entry', decided_at: at };
    const scan = scanAt(north, {
      ...{ barcode: 'WHOLE-1', raw: 'AAEC/w==', clock_offset_ms: -2.5, claimed_at: at, device_id: 'another' },
      ...{ claimed_by: north.colleague.login, offered_again: true, device_verdict: device_verdict as never },
    });
    const key = newId();
    const [result] = await record(signedIn(north, { deviceKey: key }), scan);
    const feeds = db.selectFrom('ticket_feeds').select('last_change').where('domain_id', '=', north.id);
    const { last_change } = await feeds.executeTakeFirstOrThrow();
    expect(result?.change).toBe(Number(last_change));
    expect(await rowOf(scan)).toEqual({
      ...{ domain_id: north.id, id: scan.id, barcode: expect.anything(), barcode_hash: expect.anything() },
      ...{ raw: Uint8Array.of(0, 1, 2, 255), symbology: 'qr_code', scan_method: 'camera', mode: 'entry' },
      ...{ checkpoint_id: north.gates[0].id, claimed_at: epoch(at), received_at: new Date(clock.now()) },
      ...{ happened_at: new Date(clock.now()), clock_offset_ms: -2.5, device_id: 'another', marks: ['no_session'] },
      ...{ claimed_by: north.colleague.id, submitted_by: north.clerk.id, received_from: 'phone', received_key: key },
      ...{ ticket_id: ticketId, outcome: 'accepted', reason: 'ok', verdict: result?.verdict, device_verdict },
      ...{ clerk_decision: null, effect: 'enter', effect_at: expect.any(Date), ticket_change: last_change, receipt: 1 },
      ...{ payload_hash: new Uint8Array(payloadHash(scan)), offered_again: true, search_text: 'whole-1\nada berg' },
    });
    const { barcode } = await rowOf(scan);
    expect(Buffer.from(barcode).toString()).toBe('WHOLE-1');
  });

  test('a scan of an unknown code has no more than it says', async () => {
    const scan = scanAt(north, { barcode: 'HALF-\ud800' });
    await record(signedIn(north), scan);
    expect(await rowOf(scan)).toMatchObject({
      ...{ raw: null, clock_offset_ms: null, received_key: null, ticket_id: null, device_verdict: null },
      ...{ clerk_decision: null, effect: 'none', effect_at: null, ticket_change: null, offered_again: null },
      ...{ outcome: 'refused', reason: 'unknown_code', search_text: 'half-\ufffd\n' },
    });
  });

  test('scans of several devices in one transaction have the numbers of each, in their order', async () => {
    const codes = Array.from({ length: 6 }, (_, nth) => `MANY-${nth}`);
    // Changes are numbered in the order of the tickets' ids, whatever the order of the scans.
    for (const code of codes.toReversed()) await north.addTicket(code);
    const scans = codes.map((barcode) => scanAt(north, { barcode }));
    const by = (deviceId: string) => signedIn(north, { deviceId });
    const first = await record(by('first'), ...scans.slice(0, 1));
    const together = await Promise.all([
      record(by('second'), ...scans.slice(1, 4)),
      record(by('third'), ...scans.slice(4)),
    ]);
    const results = [first, ...together].flat();
    expect(results.map((result) => result?.receipt)).toEqual([1, 1, 2, 3, 1, 2]);
    const changes = await db.selectFrom('ticket_changes').select(['ticket_id', 'change']).execute();
    for (const [nth, scan] of scans.entries()) {
      const row = await rowOf(scan);
      const change = changes.find(({ ticket_id }) => ticket_id === row.ticket_id)?.change;
      expect([Number(row.ticket_change), results[nth]?.change]).toEqual([Number(change), Number(change)]);
    }
  });

  test('nothing is written of no scans', async () => {
    const at = { domainId: north.id, receivedAt: clock.now() };
    expect(await writeScans(db, at, { scans: [], conflicts: [] })).toEqual(new Map());
  });

  test('a conflict stands beside the scan that it is of', async () => {
    const decided_at = new Date(clock.now()).toISOString();
    const verdict = { outcome: 'accepted', reason: 'ok', certainty: 'device', mode: 'entry', decided_at } as const;
    const scan = scanAt(north, { barcode: 'NOBODYS', device_verdict: verdict as never });
    const [result] = await record(signedIn(north), scan);
    const rows = await db.selectFrom('scan_conflicts').selectAll().where('scan_id', '=', scan.id).execute();
    expect(rows).toEqual([
      {
        ...{ domain_id: north.id, id: result?.conflict?.id, scan_id: scan.id, with_scan_id: null },
        ...{ kind: 'unknown_code', created_at: new Date(clock.now()), acknowledged_at: null, acknowledged_by: null },
      },
    ]);
  });

  test('an undo has each of its fields in its row, and is found with them', async () => {
    await south.addTicket('UNDO-1');
    const scan = scanAt(south, { barcode: 'UNDO-1' });
    const submitter = signedIn(south, { deviceKey: newId() });
    await record(submitter, scan);
    const claimed_at = new Date(clock.now() - 5_000).toISOString();
    const undo = {
      id: newId(),
      device_id: 'claimed',
      claimed_at,
      claimed_by: 'x',
      clock_offset_ms: 3,
      offered_again: true,
    };
    const times = { happenedAt: clock.now() - 4_000, receivedAt: clock.now() };
    const given = { scanId: scan.id, undo, submitter, undoneBy: south.colleague.id, ...times, change: 77 };
    const asked = { domainId: south.id, scanId: scan.id };
    expect(await findUndo(db, asked)).toBeUndefined();
    expect(await insertUndo(db, given)).toEqual({ receipt: 2 });
    const row = await db.selectFrom('scan_undos').selectAll().where('id', '=', undo.id).executeTakeFirstOrThrow();
    expect(row).toEqual({
      ...{ domain_id: south.id, id: undo.id, scan_id: scan.id, device_id: 'claimed', claimed_at: epoch(claimed_at) },
      ...{ clock_offset_ms: 3, happened_at: new Date(times.happenedAt), received_at: new Date(times.receivedAt) },
      ...{ undone_by: south.colleague.id, submitted_by: south.clerk.id, received_from: 'phone' },
      ...{ received_key: submitter.deviceKey, ticket_change: 77, receipt: 2, offered_again: true },
    });
    expect(await findUndo(db, asked)).toEqual({
      undone: {
        ...{ id: undo.id, at: new Date(times.happenedAt).toISOString(), by: south.colleague.login },
        ...{ submitted_by: south.clerk.login, offered_again: true },
      },
      ...{ change: 77, receipt: 2, deliveredBy: 'phone', deliveredWith: submitter.deviceKey },
    });
    expect(await findUndo(db, { ...asked, domainId: north.id })).toBeUndefined();
    const again = insertUndo(db, { ...given, scanId: newId() });
    await expect(again).rejects.toMatchObject({ code: 'payload_mismatch', message: 'Another undo has this id' });
    // Of an older build, which did not note who delivered it.
    await db.updateTable('scan_undos').set({ received_from: null }).where('id', '=', undo.id).execute();
    expect(await findUndo(db, asked)).toMatchObject({ deliveredBy: 'claimed' });
  });

  test('a visitor turned away late has an undo of the scan’s clerk, time and device, without a number', async () => {
    const scan = scanAt(south, { barcode: 'AWAY', clock_offset_ms: 8, offered_again: true, device_id: 'claimed' });
    const submitter = signedIn(south, { deviceKey: newId() });
    await record(submitter, scan);
    const id = newId();
    const receivedAt = clock.now() + 1;
    await insertWithdrawal(db, { id, scan, submitter, undoneBy: south.colleague.id, receivedAt, change: 5 });
    const row = await db.selectFrom('scan_undos').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(row).toEqual({
      ...{ domain_id: south.id, id, scan_id: scan.id, device_id: 'claimed', claimed_at: epoch(scan.claimed_at) },
      ...{ clock_offset_ms: 8, happened_at: new Date(receivedAt), received_at: new Date(receivedAt) },
      ...{ undone_by: south.colleague.id, submitted_by: south.clerk.id, received_from: 'phone' },
      ...{ received_key: submitter.deviceKey, ticket_change: 5, receipt: null, offered_again: true },
    });
  });

  test('an undo that is offered for the first time is not marked, and one that is taken back late is audited', async () => {
    const [scan, other] = [scanAt(south, { barcode: 'FIRST' }), scanAt(south, { barcode: 'SECOND' })];
    const submitter = signedIn(south);
    await record(submitter, scan, other);
    const at = { undoneBy: south.clerk.id, receivedAt: clock.now(), change: null };
    await insertWithdrawal(db, { id: newId(), scan, submitter, ...at });
    const undo = { id: newId(), device_id: 'd', claimed_at: scan.claimed_at, claimed_by: 'x' };
    await insertUndo(db, { scanId: other.id, undo, submitter, happenedAt: clock.now(), ...at });
    const undos = await db.selectFrom('scan_undos').select('offered_again').orderBy('id', 'desc').limit(2).execute();
    expect(undos).toEqual([{ offered_again: null }, { offered_again: null }]);
    await recordWithdrawal(db, { scanId: scan.id, submitter, by: 'ada', address: '10.0.0.1' });
    const line = await db.selectFrom('audit_events').selectAll().executeTakeFirstOrThrow();
    expect(line).toMatchObject({
      ...{ domain_id: south.id, action: 'scan.withdrawn', detail: { by: 'ada' }, address: '10.0.0.1' },
      ...{ actor_kind: 'clerk', actor_id: south.clerk.id, actor_name: south.clerk.login },
      ...{ target_kind: 'scan', target_id: scan.id },
    });
  });

  test('who undoes is found by id first, then by login name, within the domain', async () => {
    const { clerk, colleague } = north;
    const undo = { id: newId(), device_id: 'd', claimed_at: '' };
    const find = (claimed_by: string, claimed_by_id?: string, of = north) =>
      findUndoer(db, of.id, { ...undo, claimed_by, ...(claimed_by_id && { claimed_by_id }) });
    expect(await find(clerk.login)).toEqual({ ...clerk, rights: ['scan', 'supervise', 'manage'] });
    expect(await find('an.old.name', clerk.id)).toMatchObject(clerk);
    expect(await find(clerk.login, colleague.id)).toMatchObject(colleague);
    expect(await find(colleague.login, clerk.id)).toMatchObject(clerk);
    expect(await find(clerk.login, newId())).toMatchObject(clerk);
    await expect(find(clerk.login, clerk.id, south)).rejects.toMatchObject({
      code: 'not_found',
      message: 'Unknown clerk',
    });
  });

  describe('the list', () => {
    let ids: string[];
    beforeAll(async () => {
      const clerk = signedIn(south);
      const scans = Array.from({ length: 53 }, (_, nth) =>
        scanAt(south, { barcode: `LIST-${nth}`, mode: nth < 3 ? 'exit' : 'entry' }),
      );
      // Several have one instant, so their ids order them.
      for (const some of [scans.slice(0, 1), scans.slice(1, 3), scans.slice(3)]) await record(clerk, ...some);
      ids = scans.map(({ id }) => id).toReversed();
    });
    const list = (clerk: SignedInClerk, body: ScanFilters & Record<string, string | undefined> = {}) =>
      listScans({ db }, { clerk, body } as never);
    const listed = async (clerk: SignedInClerk, body?: Record<string, string>) =>
      (await list(clerk, body)).items.map(({ id }) => id);

    test('has 50 on its first page, the newest first, and the others behind its cursor', async () => {
      const clerk = signedIn(south);
      const first = await list(clerk, { search: 'list-' });
      expect(first.items.map(({ id }) => id)).toEqual(ids.slice(0, 50));
      const rest = await list(clerk, { search: 'list-', cursor: first.next_cursor });
      expect(rest.items.map(({ id }) => id)).toEqual(ids.slice(50));
      expect('next_cursor' in rest).toBe(false);
      const page = await list(clerk, { mode: 'exit', limit: '2' });
      expect(page.items.map(({ id }) => id)).toEqual(ids.slice(50, 52));
      expect(await listed(clerk, { mode: 'exit', limit: '2', cursor: page.next_cursor ?? '' })).toEqual(ids.slice(52));
      expect(await list(clerk, { mode: 'exit', limit: '3' })).not.toHaveProperty('next_cursor');
      expect(await listed(clerk, { search: 'no such code' })).toEqual([]);
    });

    test('tells of each scan where, by whom and how it was read', async () => {
      const { items } = await list(signedIn(south), { id: ids[52] ?? '' });
      expect(items).toEqual([
        {
          ...{ id: ids[52], barcode: 'LIST-0', symbology: 'qr_code', scan_method: 'camera', mode: 'exit' },
          ...{ checkpoint: south.gates[0], claimed_at: expect.any(String), received_at: expect.any(String) },
          ...{ claimed_by: south.clerk.login, submitted_by: south.clerk.login, device_id: 'phone' },
          ...{ verdict: expect.objectContaining({ reason: 'unknown_code' }), marks: ['no_session'] },
        },
      ]);
    });

    test('is searched by the holder with the right to look for names alone, or to supervise', async () => {
      await south.addTicket('NAMED-1', { holder: 'Grace Hopper' });
      const scan = scanAt(south, { barcode: 'NAMED-1' });
      await record(signedIn(south), scan);
      const found = (search: string, ...rights: string[]) =>
        listed(signedIn(south, { rights } as Partial<SignedInClerk>), { search });
      expect(await found('hopper', 'scan')).toEqual([]);
      expect(await found('named-1', 'scan')).toEqual([scan.id]);
      for (const right of ['search', 'supervise']) expect(await found('hopper', 'scan', right)).toEqual([scan.id]);
    });

    test('of a clerk without supervise has the own scans, and those at the own checkpoints', async () => {
      const rest = { rights: ['scan'], domainId: south.id, deviceId: 'phone' } as Partial<SignedInClerk>;
      const stranger = { ...rest, id: south.colleague.id };
      const [newest] = ids;
      const query = { search: 'list-', limit: '1' };
      expect(await listed(signedIn(south, { ...stranger, scansAt: [south.gates[0].id] }), query)).toEqual([newest]);
      expect(await listed(signedIn(south, { ...stranger, scansAt: [south.gates[1].id] }), query)).toEqual([]);
      expect(await listed(signedIn(south, { ...stranger, scansAt: [] }), query)).toEqual([]);
      expect(await listed(signedIn(south, { ...rest, scansAt: [] }), query)).toEqual([newest]);
      expect(await listed(signedIn(north), query)).toEqual([]);
      const supervisor = { ...stranger, rights: ['supervise'], scansAt: [] } as Partial<SignedInClerk>;
      expect(await listed(signedIn(south, supervisor), query)).toEqual([newest]);
    });
  });
});
