import type { Scan } from '@scantix/api-contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../database/tables.ts';
import type { SignedInClerk } from '../http/signed-in-clerk.ts';
import { createScanStore, type ScanStore } from '../testing/scan-store.ts';
import { START_MS } from '../testing/start-ms.ts';
import type { TestDomain } from '../testing/test-domains.ts';
import { findRecorded } from './find-recorded.ts';
import { loadScanContexts } from './load-scan-contexts.ts';
import { payloadHash } from './payload-hash.ts';
import { addConflict, prepareConflicts } from './prepare-conflicts.ts';
import { findUndo, findUndoer, insertUndo, insertWithdrawal, recordWithdrawal } from './undo-rows.ts';
import { writeScans } from './write-scans.ts';

/** What the database keeps of scans and undos. */
describe('in the database', { timeout: START_MS }, () => {
  let store: ScanStore;
  let db: Database;
  let north: TestDomain;
  let south: TestDomain;
  beforeAll(async () => {
    store = await createScanStore();
    ({ db, north, south } = store);
  }, START_MS);
  afterAll(() => store.drop());

  const delivery = (submitter: SignedInClerk) => ({ submitter, address: '10.0.0.1', requestId: undefined });
  const rowOf = ({ id }: { id: string }) =>
    db.selectFrom('scans').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const epoch = (text: string) => new Date(text);

  test('a scan has each of its fields in its row', async () => {
    const ticketId = await north.addTicket('WHOLE-1');
    const at = new Date(store.clock.now()).toISOString();
    const device_verdict = { outcome: 'accepted', reason: 'ok', certainty: 'device', mode: 'entry', decided_at: at };
    const scan = store.scanAt(north, {
      ...{ barcode: 'WHOLE-1', raw: 'AAEC/w==', clock_offset_ms: -2.5, claimed_at: at, device_id: 'another' },
      ...{ claimed_by: north.colleague.login, offered_again: true, device_verdict: device_verdict as never },
    });
    const key = store.newId();
    const [result] = await store.record(store.signedIn(north, { deviceKey: key }), scan);
    const feeds = db.selectFrom('ticket_feeds').select('last_change').where('domain_id', '=', north.id);
    const { last_change } = await feeds.executeTakeFirstOrThrow();
    expect(result?.change).toBe(Number(last_change));
    expect(await rowOf(scan)).toEqual({
      ...{ domain_id: north.id, id: scan.id, barcode: expect.anything(), barcode_hash: expect.anything() },
      ...{ raw: Uint8Array.of(0, 1, 2, 255), symbology: 'qr_code', scan_method: 'camera', mode: 'entry' },
      ...{ checkpoint_id: north.gates[0].id, claimed_at: epoch(at), received_at: new Date(store.clock.now()) },
      ...{
        happened_at: new Date(store.clock.now()),
        clock_offset_ms: -2.5,
        device_id: 'another',
        marks: ['no_session'],
      },
      ...{ claimed_by: north.colleague.id, submitted_by: north.clerk.id, received_from: 'phone', received_key: key },
      ...{ ticket_id: ticketId, outcome: 'accepted', reason: 'ok', verdict: result?.verdict, device_verdict },
      ...{ clerk_decision: null, effect: 'enter', effect_at: expect.any(Date), ticket_change: last_change, receipt: 1 },
      ...{ payload_hash: new Uint8Array(payloadHash(scan)), offered_again: true, search_text: 'whole-1\nada berg' },
    });
    const { barcode } = await rowOf(scan);
    expect(Buffer.from(barcode).toString()).toBe('WHOLE-1');
  });

  test('a scan of an unknown code has no more than it says', async () => {
    const scan = store.scanAt(north, { barcode: 'HALF-\ud800' });
    await store.record(store.signedIn(north), scan);
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
    const scans = codes.map((barcode) => store.scanAt(north, { barcode }));
    const by = (deviceId: string) => store.signedIn(north, { deviceId });
    const first = await store.record(by('first'), ...scans.slice(0, 1));
    const together = await Promise.all([
      store.record(by('second'), ...scans.slice(1, 4)),
      store.record(by('third'), ...scans.slice(4)),
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
    const at = { domainId: north.id, receivedAt: store.clock.now() };
    expect(await writeScans(db, at, { scans: [], conflicts: [] })).toEqual(new Map());
  });

  test('a conflict stands beside the scan that it is of', async () => {
    const decided_at = new Date(store.clock.now()).toISOString();
    const verdict = { outcome: 'accepted', reason: 'ok', certainty: 'device', mode: 'entry', decided_at } as const;
    const scan = store.scanAt(north, { barcode: 'NOBODYS', device_verdict: verdict as never });
    const [result] = await store.record(store.signedIn(north), scan);
    const rows = await db.selectFrom('scan_conflicts').selectAll().where('scan_id', '=', scan.id).execute();
    expect(rows).toEqual([
      {
        ...{ domain_id: north.id, id: result?.conflict?.id, scan_id: scan.id, with_scan_id: null },
        ...{
          kind: 'unknown_code',
          created_at: new Date(store.clock.now()),
          acknowledged_at: null,
          acknowledged_by: null,
        },
      },
    ]);
  });

  test('an undo has each of its fields in its row, and is found with them', async () => {
    await south.addTicket('UNDO-1');
    const scan = store.scanAt(south, { barcode: 'UNDO-1' });
    const submitter = store.signedIn(south, { deviceKey: store.newId() });
    await store.record(submitter, scan);
    const claimed_at = new Date(store.clock.now() - 5_000).toISOString();
    const undo = {
      id: store.newId(),
      device_id: 'claimed',
      claimed_at,
      claimed_by: 'x',
      clock_offset_ms: 3,
      offered_again: true,
    };
    const times = { happenedAt: store.clock.now() - 4_000, receivedAt: store.clock.now() };
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
    const again = insertUndo(db, { ...given, scanId: store.newId() });
    await expect(again).rejects.toMatchObject({ code: 'payload_mismatch', message: 'Another undo has this id' });
  });

  test('a visitor turned away late has an undo of the scan’s clerk, time and device, without a number', async () => {
    const scan = store.scanAt(south, {
      barcode: 'AWAY',
      clock_offset_ms: 8,
      offered_again: true,
      device_id: 'claimed',
    });
    const submitter = store.signedIn(south, { deviceKey: store.newId() });
    await store.record(submitter, scan);
    const id = store.newId();
    const receivedAt = store.clock.now() + 1;
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
    const [scan, other] = [store.scanAt(south, { barcode: 'FIRST' }), store.scanAt(south, { barcode: 'SECOND' })];
    const submitter = store.signedIn(south);
    await store.record(submitter, scan, other);
    const at = { undoneBy: south.clerk.id, receivedAt: store.clock.now(), change: null };
    await insertWithdrawal(db, { id: store.newId(), scan, submitter, ...at });
    const undo = { id: store.newId(), device_id: 'd', claimed_at: scan.claimed_at, claimed_by: 'x' };
    await insertUndo(db, { scanId: other.id, undo, submitter, happenedAt: store.clock.now(), ...at });
    const undos = await db.selectFrom('scan_undos').select('offered_again').orderBy('id', 'desc').limit(2).execute();
    expect(undos).toEqual([{ offered_again: null }, { offered_again: null }]);
    await recordWithdrawal(db, { ...delivery(submitter), scanId: scan.id, by: 'ada' });
    const line = await db.selectFrom('audit_events').selectAll().executeTakeFirstOrThrow();
    expect(line).toMatchObject({
      ...{ domain_id: south.id, action: 'scan.withdrawn', detail: { by: 'ada' }, address: '10.0.0.1' },
      ...{ actor_kind: 'clerk', actor_id: south.clerk.id, actor_name: south.clerk.login },
      ...{ target_kind: 'scan', target_id: scan.id },
    });
  });

  test('who undoes is found by id first, then by login name, within the domain', async () => {
    const { clerk, colleague } = north;
    const undo = { id: store.newId(), device_id: 'd', claimed_at: '' };
    const find = (claimed_by: string, claimed_by_id?: string, of = north) =>
      findUndoer(db, of.id, { ...undo, claimed_by, ...(claimed_by_id && { claimed_by_id }) });
    expect(await find(clerk.login)).toEqual({ ...clerk, rights: ['scan', 'supervise', 'manage'] });
    expect(await find('an.old.name', clerk.id)).toMatchObject(clerk);
    expect(await find(clerk.login, colleague.id)).toMatchObject(colleague);
    expect(await find(colleague.login, clerk.id)).toMatchObject(clerk);
    expect(await find(clerk.login, store.newId())).toMatchObject(clerk);
    await expect(find(clerk.login, clerk.id, south)).rejects.toMatchObject({
      code: 'not_found',
      message: 'Unknown clerk',
    });
  });

  test('a scan is its clerk’s by id first, with the rights and sessions of that clerk', async () => {
    const { clerk, colleague, gates, backstage } = north;
    await north.limitColleague({ rights: ['supervise'] });
    const from = new Date(store.clock.now());
    const contextsOf = async (...scans: Partial<Scan>[]) => {
      const submitted = scans.map((more) => ({
        scan: store.scanAt(north, more),
        delivery: delivery(store.signedIn(north)),
      }));
      const contextOf = await loadScanContexts(db, north.id, submitted);
      return submitted.map(contextOf);
    };
    expect(
      await contextsOf(
        { claimed_by: 'an.old.name', claimed_by_id: clerk.id },
        { claimed_by: clerk.login, claimed_by_id: colleague.id },
        { claimed_by: clerk.login },
        { checkpoint_id: backstage.id },
        { claimed_by: 'nobody' },
        { checkpoint_id: south.gates[0].id },
      ),
    ).toMatchObject([
      { claimer: { id: clerk.id }, outsideRights: false, checkpoint: gates[0], claimed: { disabledAt: null } },
      { claimer: { id: colleague.id }, outsideRights: true, claimed: { sessions: [] } },
      { claimer: { id: clerk.id }, outsideRights: false, claimed: { sessions: [] } },
      { claimer: { id: clerk.id }, outsideRights: true, checkpoint: backstage },
      { code: 'not_found', message: 'Unknown clerk' },
      { code: 'not_found', message: 'Unknown checkpoint' },
    ]);
    await db.updateTable('clerks').set({ disabled_at: from }).where('id', '=', clerk.id).execute();
    expect(await contextsOf({})).toMatchObject([{ claimed: { disabledAt: from.getTime() } }]);
  });

  test('a conflict names the other scan where that is recorded in the domain', async () => {
    const [one, other] = [store.scanAt(south), store.scanAt(south)];
    await store.record(store.signedIn(south), one, other);
    const conflict = (withScanId: string | null) => ({ kind: 'already_used' as const, withScanId });
    const given = [other.id, store.newId(), null].map((id) => ({ scanId: one.id, conflict: conflict(id) }));
    const names = async (domainId: string) => {
      const prepared = await prepareConflicts(db, { domainId, newId: store.newId }, given as never);
      return prepared.map(({ with_scan_id }) => with_scan_id);
    };
    expect(await names(south.id)).toEqual([other.id, null, null]);
    expect(await names(north.id)).toEqual([null, null, null]);
    const parts = { domainId: south.id, newId: store.newId, at: store.clock.now() };
    const added = await addConflict(db, parts, { scanId: one.id, conflict: conflict(other.id) } as never);
    expect(added).toEqual({ id: expect.any(String), kind: 'already_used', with_scan_id: other.id });
    const row = await db.selectFrom('scan_conflicts').selectAll().where('id', '=', added.id).executeTakeFirst();
    expect(row).toMatchObject({ created_at: new Date(parts.at), acknowledged_at: null, with_scan_id: other.id });
  });

  test('of scans those are found that are recorded, with what became of them', async () => {
    const [one, other] = [store.scanAt(south), store.scanAt(south)];
    const submitter = store.signedIn(south, { deviceId: 'finder', deviceKey: store.newId() });
    await store.record(submitter, one, other);
    const at = { undoneBy: south.clerk.id, receivedAt: store.clock.now(), change: null };
    await insertWithdrawal(db, { id: store.newId(), scan: other, submitter, ...at });
    const found = await findRecorded(db, { domainId: south.id, ids: [other.id, one.id, store.newId()] });
    const delivered = { deliveredBy: 'finder', deliveredWith: submitter.deviceKey, claimed_by: south.clerk.id };
    expect([found.get(one.id), found.get(other.id), found.size]).toMatchObject([
      { ...delivered, undone: false, receipt: 1, marks: ['no_session'], received_at: new Date(store.clock.now()) },
      { ...delivered, undone: true, receipt: 2 },
      2,
    ]);
    expect(await findRecorded(db, { domainId: north.id, ids: [one.id] })).toEqual(new Map());
  });
});
