import { createApiClient, listConflicts, listScans, undoScan } from '@scantix/api-contract';
import { changeDomain, createWebhook } from '@scantix/api-contract/admin';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
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
const NO_LIMITS = { valid_from: null, valid_until: null, order: null };

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

  const readTicket = (barcode: string) =>
    server.db
      .selectFrom('tickets')
      .select(['entries_used', 'first_use'])
      .where('barcode', '=', Buffer.from(barcode))
      .executeTakeFirstOrThrow();

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

  test('a verdict of the device that comes later brings no holder back, neither to the scan nor to a webhook', async () => {
    const [id, barcode] = [server.newId(), 'S-LATE'];
    await server.north.addTicket(barcode, { holder: 'Erika Late' });
    const hook = { url: 'https://receiver.example/', holder_data: true };
    expectValue(await operator().call(createWebhook, { params: { domain: server.north.id }, body: hook }));
    await clerk.post({ id: server.newId(), barcode, device_id: 'first' });
    const decided_at = new Date(server.clock.now()).toISOString();
    const scan = { id, barcode, claimed_at: decided_at };
    await clerk.post(scan);
    server.clock.advance(46 * DAY_MS);
    await sweep();
    const ticket = { holder: 'Erika Late', type: 'Ticket', entries_allowed: 1, entries_left: 0, ...NO_LIMITS };
    const device_verdict = {
      ...({ outcome: 'accepted', reason: 'ok', certainty: 'device', mode: 'entry', decided_at, ticket } as const),
    };
    await clerk.post({ ...scan, device_verdict });
    const stored = server.db.selectFrom('scans').select('device_verdict').where('id', '=', id);
    expect(await stored.executeTakeFirst()).toMatchObject({
      device_verdict: { outcome: 'accepted', ticket: { type: 'Ticket', holder: null } },
    });
    const messages = await server.db.selectFrom('webhook_deliveries').select(['type', 'data']).execute();
    expect(messages.map(({ type }) => type)).toContain('conflict.opened');
    expect(messages.filter(({ data }) => data.includes('Erika Late'))).toEqual([]);
  });

  test('scans are deleted with their undos and conflicts, and with the messages of all of them', async () => {
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
    const { id: webhook_id } = await server.db.selectFrom('webhooks').select('id').executeTakeFirstOrThrow();
    const at = new Date(server.clock.now());
    const message = { data: '{"ticket":{"holder":"Erika 0"}}', created_at: at, waiting_since: at, next_at: at };
    await server.db
      .insertInto('webhook_deliveries')
      .values({ ...message, domain_id: server.north.id, webhook_id, type: 'conflict.opened', id: ids.id })
      .execute();
    const messages = () => server.db.selectFrom('webhook_deliveries').select(['type', 'data']).execute();
    const types = new Set((await messages()).map(({ type }) => type));
    expect([...types].toSorted()).toEqual(['conflict.opened', 'scan.accepted', 'scan.undone']);
    server.clock.advance(60 * DAY_MS);
    await clerk.post({ id: server.newId(), barcode: 'S-1' });
    expectValue(await set({ delete_after_days: 60 - 1 }));
    await sweep();
    expect((await scans()).map(({ age }) => age)).toEqual([0]);
    for (const table of ['scan_undos', 'scan_conflicts'] as const)
      expect(await server.db.selectFrom(table).selectAll().execute()).toEqual([]);
    expect((await messages()).filter(({ data }) => !data.includes('"S-1"'))).toEqual([]);
    expectValue(await set({ delete_after_days: null }));
    server.clock.advance(100 * DAY_MS);
    await sweep();
    expect(await scans()).toHaveLength(1);
  });

  test('a conflict of a scan that is kept stays, also where the other scan is deleted', async () => {
    await server.north.addTicket('S-COPY');
    await clerk.post({ id: server.newId(), barcode: 'S-COPY' });
    server.clock.advance(40 * DAY_MS);
    const decided_at = new Date(server.clock.now()).toISOString();
    const device_verdict = {
      outcome: 'accepted',
      reason: 'ok',
      certainty: 'device',
      mode: 'entry',
      decided_at,
    } as const;
    const kept = server.newId();
    await clerk.post({ id: kept, barcode: 'S-COPY', device_id: 'offline', device_verdict });
    const open = async () =>
      expectValue(await clerk.api.call(listConflicts, { query: { open: 'true' } })).items.map(({ scan_id }) => scan_id);
    expect(await open()).toEqual([kept]);
    expectValue(await set({ delete_after_days: 30 }));
    await sweep();
    expect(await open()).toEqual([kept]);
    expectValue(await set({ delete_after_days: null }));
  });

  test('an entry that is undone leaves the first use of a deleted scan', async () => {
    await server.north.addTicket('S-TWICE', { entries_allowed: 2 });
    await clerk.post({ id: server.newId(), barcode: 'S-TWICE' });
    const before = await readTicket('S-TWICE');
    expect(before.first_use).not.toBeNull();
    server.clock.advance(40 * DAY_MS);
    expectValue(await set({ delete_after_days: 30 }));
    await sweep();
    expectValue(await set({ delete_after_days: null }));
    const id = server.newId();
    await clerk.post({ id, barcode: 'S-TWICE' });
    const who = {
      device_id: 'd',
      claimed_at: new Date(server.clock.now()).toISOString(),
      claimed_by: clerk.user.clerk,
    };
    expectValue(await clerk.api.call(undoScan, { params: { id }, body: { id: server.newId(), ...who } }));
    expect(await readTicket('S-TWICE')).toEqual(before);
  });

  test('a domain that cannot be swept keeps no other one from it', async () => {
    await server.north.addTicket('S-NORTH', { holder: 'Erika North' });
    await server.south.addTicket('S-SOUTH', { holder: 'Erika South' });
    await clerk.post({ id: server.newId(), barcode: 'S-NORTH' });
    const south = await server.signIn(server.south.clerk.login);
    await south.post({ id: server.newId(), barcode: 'S-SOUTH', checkpoint_id: server.south.gates[0].id });
    server.clock.advance(60 * DAY_MS);
    for (const { id } of [server.north, server.south])
      expectValue(await operator().call(changeDomain, { params: { domain: id }, body: { erase_after_days: 45 } }));
    const refused = vi.spyOn(server.db, 'transaction').mockImplementationOnce(() => {
      throw new Error('The disk is full');
    });
    await expect(sweep()).rejects.toMatchObject({ errors: [{ message: 'The disk is full' }] });
    refused.mockRestore();
    const left = await server.db
      .selectFrom('scans')
      .select('domain_id')
      .distinct()
      .where('search_text', 'like', '%erika%')
      .execute();
    expect(left).toHaveLength(1);
  });

  test.each([29, 36_501, 30.5])('%d days are refused', async (days) => {
    expect(expectRefusal(await set({ delete_after_days: days }))).toEqual({ status: 422, code: 'invalid_request' });
  });
}
