import type { ScanFilters } from '@scantix/api-contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../database/tables.ts';
import type { SignedInClerk } from '../http/signed-in-clerk.ts';
import { createScanStore, type ScanStore } from '../testing/scan-store.ts';
import { START_MS } from '../testing/start-ms.ts';
import type { TestDomain } from '../testing/test-domains.ts';
import { listScans } from './list-scans.ts';
import { insertUndo } from './undo-rows.ts';

describe('the list in the database', { timeout: START_MS }, () => {
  let store: ScanStore;
  let db: Database;
  let north: TestDomain;
  let south: TestDomain;
  let ids: string[];
  beforeAll(async () => {
    store = await createScanStore();
    ({ db, north, south } = store);
    const clerk = store.signedIn(south);
    const scans = Array.from({ length: 53 }, (_, nth) =>
      store.scanAt(south, { barcode: `LIST-${nth}`, mode: nth < 3 ? 'exit' : 'entry' }),
    );
    // Several have one instant, so their ids order them.
    for (const some of [scans.slice(0, 1), scans.slice(1, 3), scans.slice(3)]) await store.record(clerk, ...some);
    ids = scans.map(({ id }) => id).toReversed();
  }, START_MS);
  afterAll(() => store.drop());

  const list = (clerk: SignedInClerk, body: ScanFilters & Record<string, string | undefined> = {}) =>
    listScans({ db }, { clerk, body } as never);
  const listed = async (clerk: SignedInClerk, body?: Record<string, string>) =>
    (await list(clerk, body)).items.map(({ id }) => id);

  test('has 50 on its first page, the newest first, and the others behind its cursor', async () => {
    const clerk = store.signedIn(south);
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
    const { items } = await list(store.signedIn(south), { id: ids[52] ?? '' });
    expect(items).toEqual([
      {
        ...{ id: ids[52], barcode: 'LIST-0', symbology: 'qr_code', scan_method: 'camera', mode: 'exit' },
        ...{ checkpoint: south.gates[0], claimed_at: expect.any(String), received_at: expect.any(String) },
        ...{ claimed_by: south.clerk.login, submitted_by: south.clerk.login, device_id: 'phone' },
        ...{ verdict: expect.objectContaining({ reason: 'unknown_code' }), marks: ['no_session'] },
      },
    ]);
  });

  test('has by each filter what passes it, and nothing else', async () => {
    const clerk = store.signedIn(south);
    await south.addTicket('SIFT-A');
    const decided_at = new Date(store.clock.now()).toISOString();
    const letIn = { outcome: 'accepted', reason: 'ok', certainty: 'device', mode: 'entry', decided_at };
    const ofColleague = { claimed_by: south.colleague.login, device_id: 'sieve', checkpoint_id: south.gates[1].id };
    const a = store.scanAt(south, { barcode: 'SIFT-A', ...ofColleague });
    const b = store.scanAt(south, { barcode: 'SIFT-B', mode: 'exit' });
    const c = store.scanAt(south, { barcode: 'SIFT-C', device_verdict: letIn as never });
    const d = store.scanAt(south, { barcode: 'SIFT-D', device_verdict: letIn as never });
    for (const scan of [a, b, c, d]) await store.record(clerk, scan);
    const time = new Date(store.clock.now() - 2_000).toISOString();
    const undo = { id: store.newId(), device_id: 'd', claimed_at: a.claimed_at, claimed_by: 'x' };
    const at = { undoneBy: south.clerk.id, receivedAt: store.clock.now(), happenedAt: store.clock.now(), change: null };
    await insertUndo(db, { scanId: a.id, undo, submitter: clerk, ...at });
    const acknowledged = { acknowledged_at: new Date(store.clock.now()), acknowledged_by: south.clerk.id };
    await db.updateTable('scan_conflicts').set(acknowledged).where('scan_id', '=', d.id).execute();
    const names = new Map([a, b, c, d].map(({ id, barcode }) => [id, barcode.at(-1)]));
    const found = async (filter: Record<string, string>) =>
      (await listed(clerk, { search: 'sift-', ...filter })).map((id) => names.get(id)).join('');
    const all: [Record<string, string>, string][] = [
      [{}, 'DCBA'],
      [{ outcome: 'refused' }, 'B'],
      [{ reason: 'ok' }, 'DCA'],
      [{ mode: 'exit' }, 'B'],
      [{ checkpoint_id: south.gates[1].id }, 'A'],
      [{ clerk: south.colleague.login }, 'A'],
      [{ device_id: 'sieve' }, 'A'],
      [{ from: time }, 'DCB'],
      [{ to: time }, 'A'],
      [{ undone: 'true' }, 'A'],
      [{ undone: 'false' }, 'DCB'],
      [{ conflict: 'none' }, 'BA'],
      [{ conflict: 'any' }, 'DC'],
      [{ conflict: 'open' }, 'C'],
      [{ conflict: 'acknowledged' }, 'D'],
    ];
    for (const [filter, expected] of all) expect([filter, await found(filter)]).toEqual([filter, expected]);
  });

  test('is searched by the holder with the right to look for names alone, or to supervise', async () => {
    await south.addTicket('NAMED-1', { holder: 'Grace Hopper' });
    const scan = store.scanAt(south, { barcode: 'NAMED-1' });
    await store.record(store.signedIn(south), scan);
    const found = (search: string, ...rights: string[]) =>
      listed(store.signedIn(south, { rights } as Partial<SignedInClerk>), { search });
    expect(await found('hopper', 'scan')).toEqual([]);
    expect(await found('named-1', 'scan')).toEqual([scan.id]);
    for (const right of ['search', 'supervise']) expect(await found('hopper', 'scan', right)).toEqual([scan.id]);
  });

  test('of a clerk without supervise has the own scans, and those at the own checkpoints', async () => {
    const rest = { rights: ['scan'], domainId: south.id, deviceId: 'phone' } as Partial<SignedInClerk>;
    const stranger = { ...rest, id: south.colleague.id };
    const [newest] = ids;
    const query = { search: 'list-', limit: '1' };
    expect(await listed(store.signedIn(south, { ...stranger, scansAt: [south.gates[0].id] }), query)).toEqual([newest]);
    expect(await listed(store.signedIn(south, { ...stranger, scansAt: [south.gates[1].id] }), query)).toEqual([]);
    expect(await listed(store.signedIn(south, { ...stranger, scansAt: [] }), query)).toEqual([]);
    expect(await listed(store.signedIn(south, { ...rest, scansAt: [] }), query)).toEqual([newest]);
    expect(await listed(store.signedIn(north), query)).toEqual([]);
    const supervisor = { ...stranger, rights: ['supervise'], scansAt: [] } as Partial<SignedInClerk>;
    expect(await listed(store.signedIn(south, supervisor), query)).toEqual([newest]);
  });
});
