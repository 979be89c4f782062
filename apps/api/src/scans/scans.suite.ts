import { listScans, postScans } from '@scantix/api-contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { START_MS } from '../testing/start-ms.ts';
import {
  expectRefusal,
  expectValue,
  type SignedIn,
  startTestServer,
  type TestServer,
} from '../testing/start-test-server.ts';
import type { TestDatabase } from '../testing/test-databases.ts';
import { describeRecording } from './recording.suite.ts';
import { describeScanLists } from './scan-lists.suite.ts';

const HOUR_MS = 3_600_000;

/** The guarantees of scans, their records, their list and the lookup, on any database. */
export function describeScans(createDatabase: () => Promise<TestDatabase>): void {
  let server: TestServer;
  let clerk: SignedIn;
  let stranger: SignedIn;
  beforeAll(async () => {
    server = await startTestServer(await createDatabase(), {
      lifetimes: { accessTokenS: 360_000, sessionS: 360_000, rememberedSessionS: 360_000 },
    });
    clerk = await server.signIn();
    stranger = await server.signIn(server.south.clerk.login);
  }, START_MS);
  afterAll(() => server.stop());

  const id = () => server.newId();
  const verdictOf = async (scan: Parameters<SignedIn['post']>[0]) => (await clerk.post(scan))[0]?.verdict;

  describe('a scan', () => {
    test('of a clerk whose login name has changed since is recorded as theirs', async () => {
      const { login } = server.north.clerk;
      const { id: clerkId } = await server.db
        .selectFrom('clerks')
        .select('id')
        .where('login', '=', login)
        .executeTakeFirstOrThrow();
      const [gone, renamed] = await clerk.post(
        { id: id(), barcode: 'RENAMED-1', claimed_by: 'her.old.name' },
        { id: id(), barcode: 'RENAMED-2', claimed_by: 'her.old.name', claimed_by_id: clerkId },
      );
      expect([gone?.error?.message, renamed?.status]).toEqual(['Unknown clerk', 'recorded']);
      const { items } = expectValue(await clerk.api.call(listScans, { body: { search: 'renamed-2' } }));
      expect(items[0]?.claimed_by).toBe(login);
    });

    test('of a good ticket is accepted on the server’s word and stands in Results', async () => {
      const where = { section: 'Balcony left', seat: 'Row 4, seat 12' };
      await server.north.addTicket('GOOD-1', where);
      const scanId = id();
      const [result] = await clerk.post({ id: scanId, barcode: 'GOOD-1', raw: 'AAEC/w==' });
      expect(result).toEqual({
        id: scanId,
        status: 'recorded',
        change: expect.any(Number),
        receipt: expect.any(Number),
        verdict: {
          outcome: 'accepted',
          reason: 'ok',
          certainty: 'server',
          mode: 'entry',
          decided_at: new Date(server.clock.now()).toISOString(),
          ticket: {
            holder: 'Ada Berg',
            type: 'Day ticket',
            entries_left: 0,
            entries_allowed: 1,
            valid_from: null,
            valid_until: null,
            order: 'R-1',
            ...where,
          },
        },
      });
      const { items } = expectValue(await clerk.api.call(listScans, { body: { id: scanId } }));
      expect(items).toMatchObject([
        {
          id: scanId,
          barcode: 'GOOD-1',
          checkpoint: server.north.gates[0],
          claimed_by: 'north-pier.clerk',
          verdict: result?.verdict,
        },
      ]);
    });

    test('at a checkpoint of another domain is rejected', async () => {
      const [result] = await clerk.post({ id: id(), checkpoint_id: server.south.gates[0].id });
      expect(result).toMatchObject({ status: 'rejected', error: { code: 'not_found' } });
    });

    test('in the name of a clerk of another domain is rejected', async () => {
      const [result] = await clerk.post({ id: id(), claimed_by: server.south.clerk.login });
      expect(result).toMatchObject({ status: 'rejected', error: { code: 'not_found' } });
    });

    test('in the name of a colleague keeps both names', async () => {
      const scanId = id();
      await clerk.post({ id: scanId, claimed_by: server.north.colleague.login });
      const { items } = expectValue(await clerk.api.call(listScans, { body: { id: scanId } }));
      expect(items).toMatchObject([{ claimed_by: 'north-pier.colleague', submitted_by: 'north-pier.clerk' }]);
    });

    test('keeps claimed and received time, raw bytes, clock offset and the device’s verdict', async () => {
      const scanId = id();
      const claimed_at = new Date(server.clock.now() - 90_000).toISOString();
      const device_verdict = {
        outcome: 'undecided',
        reason: 'server_unreachable',
        certainty: 'pending',
        mode: 'entry',
        decided_at: claimed_at,
      } as const;
      await clerk.post({ id: scanId, raw: 'AAEC/w==', claimed_at, clock_offset_ms: -250.5, device_verdict });
      const row = await server.db.selectFrom('scans').selectAll().where('id', '=', scanId).executeTakeFirstOrThrow();
      expect(row.claimed_at.toISOString()).toBe(claimed_at);
      expect(row.received_at.getTime()).toBe(server.clock.now());
      expect([...(row.raw ?? [])]).toEqual([0, 1, 2, 255]);
      expect(row.clock_offset_ms).toBe(-250.5);
      expect(row.device_verdict).toEqual(device_verdict);
    });

    test('claimed before the ticket ran out does not win by it', async () => {
      await server.north.addTicket('EXPIRED-1', { valid_until: new Date(server.clock.now() - 1) });
      const claimed_at = new Date(server.clock.now() - HOUR_MS).toISOString();
      expect(await verdictOf({ id: id(), barcode: 'EXPIRED-1', claimed_at })).toMatchObject({ reason: 'expired' });
    });

    test('of a used ticket tells when, where and by whom it was let in', async () => {
      await server.north.addTicket('USED-1');
      const firstId = id();
      const at = new Date(server.clock.now()).toISOString();
      await clerk.post({ id: firstId, barcode: 'USED-1' });
      server.clock.advance(60_000);
      expect(await verdictOf({ id: id(), barcode: 'USED-1' })).toMatchObject({
        outcome: 'refused',
        reason: 'already_used',
        first_use: { scan_id: firstId, at, clerk: 'Clerk north-pier.clerk', checkpoint: 'Gate 1' },
      });
    });

    test('read again at once by the same device is a second look', async () => {
      await server.north.addTicket('SELF-1');
      await clerk.post({ id: id(), barcode: 'SELF-1' });
      server.clock.advance(4_000);
      expect(await verdictOf({ id: id(), barcode: 'SELF-1' })).toMatchObject({
        outcome: 'attention',
        reason: 'self_repeat',
      });
      expect(await verdictOf({ id: id(), barcode: 'SELF-1', device_id: 'other' })).toMatchObject({
        reason: 'already_used',
      });
    });

    test('in the mode exit lets out only who is inside, and in again only where entries are left', async () => {
      await server.north.addTicket('EXIT-1', { entries_allowed: 2 });
      const reasons = [];
      for (const mode of ['exit', 'entry', 'exit', 'exit', 'entry', 'entry', 'check'] as const) {
        server.clock.advance(60_000);
        reasons.push((await verdictOf({ id: id(), barcode: 'EXIT-1', mode }))?.reason);
      }
      expect(reasons).toEqual([
        'exit_without_entry',
        'ok',
        'ok',
        'exit_without_entry',
        'ok',
        'already_used',
        'already_used',
      ]);
    });

    test('in the mode exit lets each visitor of a ticket for several out, and no more than came in', async () => {
      await server.north.addTicket('PARTY', { entries_allowed: 4 });
      const reasons = [];
      for (const mode of ['entry', 'entry', 'entry', 'exit', 'exit', 'entry', 'exit', 'exit', 'exit'] as const) {
        server.clock.advance(60_000);
        reasons.push((await verdictOf({ id: id(), barcode: 'PARTY', mode }))?.reason);
      }
      expect(reasons).toEqual([...Array(8).fill('ok'), 'exit_without_entry']);
    });

    test.each([
      ['any text', 'a/b?c=%25&d#e \u0000\u001d\u{1f3ab} ü ../..'],
      ['what looks like a pattern', '%_\\'],
      ['the longest barcode', 'z'.repeat(8_192)],
    ])('may hold %s', async (_case, barcode) => {
      await server.north.addTicket(barcode);
      const scanId = id();
      expect(await verdictOf({ id: scanId, barcode })).toMatchObject({ outcome: 'accepted' });
      const { items } = expectValue(await clerk.api.call(listScans, { body: { id: scanId } }));
      expect(items[0]?.barcode).toBe(barcode);
    });

    test('of a code that only another domain knows is unknown here', async () => {
      const ticketId = await server.south.addTicket('SOUTH-ONLY');
      expect(await verdictOf({ id: id(), barcode: 'SOUTH-ONLY' })).toMatchObject({ reason: 'unknown_code' });
      expect(await entriesUsed(ticketId)).toBe(0);
    });

    test('may have the id of a scan of another domain', async () => {
      const scanId = id();
      await clerk.post({ id: scanId, barcode: 'SHARED-ID' });
      const [result] = await stranger.post({ id: scanId, barcode: 'SHARED-ID-TOO' });
      expect(result?.status).toBe('recorded');
    });

    test('in a domain that simply collects is accepted whatever it holds', async () => {
      await server.db.updateTable('domains').set({ ticketing: 'off' }).where('id', '=', server.south.id).execute();
      const [result] = await stranger.post({ id: id(), barcode: 'anything' });
      expect(result?.verdict).toMatchObject({ outcome: 'accepted', reason: 'ok' });
      expect(result?.verdict).not.toHaveProperty('ticket');
      await server.db.updateTable('domains').set({ ticketing: 'on' }).where('id', '=', server.south.id).execute();
    });

    test('of a single-entry ticket, two at once: exactly one is accepted', async () => {
      for (let round = 0; round < 20; round += 1) {
        const barcode = `RACE-${round}`;
        await server.north.addTicket(barcode);
        const [one, two] = await Promise.all([
          clerk.post({ id: id(), barcode, device_id: 'one' }),
          clerk.post({ id: id(), barcode, device_id: 'two' }),
        ]);
        expect([one[0]?.verdict?.reason, two[0]?.verdict?.reason].sort()).toEqual(['already_used', 'ok']);
      }
    });

    test('comes with at most 200 others', async () => {
      const scans = Array.from({ length: 201 }, () => ({ id: id() }));
      expect(expectRefusal(await clerk.api.call(postScans, { body: { scans } }))).toEqual({
        status: 422,
        code: 'invalid_request',
      });
    });
  });

  const context = () => ({ server, clerk, stranger });
  describeRecording(context);
  describeScanLists(context);

  async function entriesUsed(ticketId: string): Promise<number> {
    const row = await server.db
      .selectFrom('tickets')
      .select('entries_used')
      .where('id', '=', ticketId)
      .executeTakeFirstOrThrow();
    return row.entries_used;
  }
}
