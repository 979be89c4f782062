import { createApiClient, listScans, undoScan } from '@scantix/api-contract';
import { changeDomain } from '@scantix/api-contract/admin';
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
import { sweepScans } from './sweep-scans.ts';

const DAY_MS = 86_400_000;

/** Scans are erased and deleted once they are too old, on any database. */
export function describeSweep(createDatabase: () => Promise<TestDatabase>): void {
  let server: TestServer;
  let clerk: SignedIn;
  beforeAll(async () => {
    server = await startTestServer(await createDatabase(), {
      lifetimes: { accessTokenS: 100_000_000, sessionS: 100_000_000, rememberedSessionS: 100_000_000 },
    });
    clerk = await server.signIn();
    for (let day = 0; day < 9; day += 1) {
      await server.north.addTicket(`S-${day}`, { holder: `Erika ${day}` });
      await clerk.post(...Array.from({ length: 5 }, () => ({ id: server.newId(), barcode: `S-${day}` })));
      server.clock.advance(10 * DAY_MS);
    }
  }, START_MS);
  afterAll(() => server.stop());

  const operator = () => createApiClient({ baseUrl: 'http://admin.invalid', fetch: server.operatorFetch });
  const set = (body: object) => operator().call(changeDomain, { params: { domain: server.north.id }, body });
  const sweep = () => sweepScans({ ...server, scansAtOnce: 2 });
  const scans = async () =>
    (
      await server.db
        .selectFrom('scans')
        .select(['verdict', 'search_text', 'received_at'])
        .orderBy('received_at')
        .execute()
    ).map(({ verdict, search_text, received_at }) => ({
      age: (server.clock.now() - received_at.getTime()) / DAY_MS,
      named: Boolean(verdict.ticket?.holder) && search_text.includes('erika'),
    }));

  test('nothing is erased or deleted before somebody asks for it', async () => {
    const before = await scans();
    await sweep();
    expect(await scans()).toEqual(before);
    expect(before.filter(({ named }) => named)).toHaveLength(45);
  });

  test('scans lose the holder after the days that the domain says, and only once', async () => {
    expectValue(await set({ erase_after_days: 45 }));
    await sweep();
    const swept = await scans();
    expect(swept).toHaveLength(45);
    for (const { age, named } of swept) expect(named).toBe(age <= 45);
    server.clock.advance(10 * DAY_MS);
    await sweep();
    for (const { age, named } of await scans()) expect(named).toBe(age <= 45);
  });

  test('scans are deleted with their undos and conflicts', async () => {
    const [first] = expectValue(await clerk.api.call(listScans, { body: {} })).items;
    const id = server.newId();
    await clerk.post({ id, barcode: 'S-0', mode: 'exit' });
    const who = {
      device_id: 'd',
      claimed_at: new Date(server.clock.now()).toISOString(),
      claimed_by: clerk.user.clerk,
    };
    expectValue(await clerk.api.call(undoScan, { params: { id }, body: { id: server.newId(), ...who } }));
    const conflict = { domain_id: server.north.id, kind: 'already_used', created_at: new Date(server.clock.now()) };
    const ids = { id: server.newId(), scan_id: id, with_scan_id: first?.id ?? null };
    await server.db
      .insertInto('scan_conflicts')
      .values({ ...conflict, ...ids, acknowledged_at: null, acknowledged_by: null })
      .execute();
    server.clock.advance(60 * DAY_MS);
    await clerk.post({ id: server.newId(), barcode: 'S-1' });
    expectValue(await set({ delete_after_days: 60 - 1 }));
    await sweep();
    expect((await scans()).map(({ age }) => age)).toEqual([0]);
    for (const table of ['scan_undos', 'scan_conflicts'] as const)
      expect(await server.db.selectFrom(table).selectAll().execute()).toEqual([]);
    expectValue(await set({ delete_after_days: null }));
    server.clock.advance(100 * DAY_MS);
    await sweep();
    expect(await scans()).toHaveLength(1);
  });

  test.each([29, 36_501, 30.5])('%d days are refused', async (days) => {
    expect(expectRefusal(await set({ delete_after_days: days }))).toEqual({ status: 422, code: 'invalid_request' });
  });
}
