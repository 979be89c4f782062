import { listScans, lookupTicket, postScans, type ScanResult } from '@scantix/api-contract';
import { sql } from 'kysely';
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

const HOUR_MS = 3_600_000;

/** The guarantees of scans, their list and the lookup, on any database. */
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
  const countScans = async (barcode: string) =>
    expectValue(await clerk.api.call(listScans, { query: { search: barcode.toLowerCase() } })).items.length;

  /** Makes the database refuse scans with an SQLSTATE. A sequence counts the attempts: a rollback does not reset it. */
  async function refuseScans(when: string, code: string, times = 1_000): Promise<void> {
    await sql`create sequence attempts`.execute(server.db);
    await sql`create function refuse_scan() returns trigger language plpgsql as ${sql.raw(`$$
      begin if nextval('attempts') <= ${times} then raise exception 'refused' using errcode = '${code}'; end if;
        return new; end $$`)}`.execute(server.db);
    await sql`create trigger refuse_scan before insert on scans for each row
      when (${sql.raw(when)}) execute function refuse_scan()`.execute(server.db);
  }
  const countAttempts = async () => {
    const { rows } = await sql<{ count: string }>`select last_value as count from attempts`.execute(server.db);
    return Number(rows[0]?.count);
  };
  async function allowScans(): Promise<void> {
    for (const what of ['trigger refuse_scan on scans', 'function refuse_scan', 'sequence attempts']) {
      await sql`drop ${sql.raw(what)}`.execute(server.db);
    }
  }

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
      const { items } = expectValue(await clerk.api.call(listScans, { query: { search: 'renamed-2' } }));
      expect(items[0]?.claimed_by).toBe(login);
    });

    test('of a good ticket is accepted on the server’s word and stands in Results', async () => {
      await server.north.addTicket('GOOD-1');
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
          },
        },
      });
      const { items } = expectValue(await clerk.api.call(listScans, { query: { id: scanId } }));
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

    test('posted twice gives one record and the same verdict', async () => {
      await server.north.addTicket('TWICE-1');
      const scan = { id: id(), barcode: 'TWICE-1' };
      const [first] = await clerk.post(scan);
      server.clock.advance(HOUR_MS);
      const claimed_at = new Date(server.clock.now() - HOUR_MS).toISOString();
      const [second] = await clerk.post({ ...scan, claimed_at, clock_offset_ms: 12 });
      expect(second).toEqual({ ...first, status: 'repeated' });
      expect(await countScans('TWICE-1')).toBe(1);
    });

    test('posted fifty times at once gives one record, one entry and one verdict', async () => {
      const ticketId = await server.north.addTicket('FIFTY-1', { entries_allowed: 60 });
      const scan = { id: id(), barcode: 'FIFTY-1' };
      const results = (await Promise.all(Array.from({ length: 50 }, () => clerk.post(scan)))).flat();
      expect(results.filter(({ status }) => status === 'recorded')).toHaveLength(1);
      expect(new Set(results.map(({ verdict }) => JSON.stringify(verdict))).size).toBe(1);
      expect(await entriesUsed(ticketId)).toBe(1);
      expect(await countScans('FIFTY-1')).toBe(1);
    });

    test('of a code that nobody knows, posted fifty times at once, gives one record and one verdict', async () => {
      const scan = { id: id(), barcode: 'FIFTY-UNKNOWN' };
      const results = (await Promise.all(Array.from({ length: 50 }, () => clerk.post(scan)))).flat();
      expect(results.filter(({ status }) => status === 'recorded')).toHaveLength(1);
      expect(results.filter(({ status }) => status === 'repeated')).toHaveLength(49);
      expect(new Set(results.map(({ verdict }) => JSON.stringify(verdict))).size).toBe(1);
      expect(await countScans('FIFTY-UNKNOWN')).toBe(1);
    });

    test('that is another under a known id is rejected and changes nothing', async () => {
      const other = await server.north.addTicket('OTHER-1');
      const scanId = id();
      await clerk.post({ id: scanId, barcode: 'UNKNOWN-1' });
      const [result] = await clerk.post({ id: scanId, barcode: 'OTHER-1' });
      expect(result).toMatchObject({
        ...{ id: scanId, status: 'rejected' },
        error: { code: 'payload_mismatch', message: 'Another scan has this id' },
      });
      expect(await entriesUsed(other)).toBe(0);
    });

    test('that is bad never fails its neighbours', async () => {
      await server.north.addTicket('NEIGHBOUR-1');
      const results = await clerk.post(
        { id: 'not-a-uuid' },
        { id: id(), barcode: 'NEIGHBOUR-1' },
        { id: id(), barcode: '' },
        { id: id(), checkpoint_id: id() },
        { id: id(), claimed_by: 'nobody' },
        { id: id(), barcode: 'x'.repeat(8_193) },
        { id: id(), barcode: 'UNKNOWN-2' },
      );
      expect(results.map(({ status, error }) => error?.code ?? status)).toEqual([
        'invalid_request',
        'recorded',
        'invalid_request',
        'not_found',
        'not_found',
        'invalid_request',
        'recorded',
      ]);
      expect(results.map(({ error }) => error?.message)).toEqual([
        expect.stringMatching(/^Invalid scan: .*id/),
        undefined,
        expect.stringMatching(/^Invalid scan: .*barcode/),
        'Unknown checkpoint',
        'Unknown clerk',
        expect.stringMatching(/^Invalid scan: .*barcode/),
        undefined,
      ]);
    });

    test('gets the same verdict whether it comes alone or among many, and each ticket the same use', async () => {
      const codes = Array.from({ length: 60 }, (_, n) => `n-${n % 7 === 3 ? 'unknown' : n % 40}`);
      const verdicts = async (
        prefix: string,
        post: (scans: { id: string; barcode: string }[]) => Promise<unknown[]>,
      ) => {
        const ids = await Promise.all(
          Array.from({ length: 40 }, (_, n) =>
            server.north.addTicket(`${prefix}-n-${n}`, { entries_allowed: 1 + (n % 2) }),
          ),
        );
        const results = await post(codes.map((code) => ({ id: id(), barcode: `${prefix}-${code}` })));
        return { results, used: await Promise.all(ids.map(entriesUsed)) };
      };
      const plain = ({ status, verdict }: ScanResult) => [status, verdict?.reason, verdict?.ticket];
      const alone = await verdicts('ALONE', async (scans) => {
        const results = [];
        for (const scan of scans) results.push(...(await clerk.post(scan)));
        return results.map(plain);
      });
      const together = await verdicts('TOGETHER', async (scans) => (await clerk.post(...scans)).map(plain));
      expect(together).toEqual(alone);
    });

    test('takes the number of its ticket’s change in the feed, also among many', async () => {
      const codes = Array.from({ length: 10 }, (_, n) => `NUMBERED-${n}`);
      for (const code of codes) await server.north.addTicket(code);
      const results = await clerk.post(...codes.map((barcode) => ({ id: id(), barcode })));
      const rows = await server.db
        .selectFrom('ticket_changes as changed')
        .innerJoin('scans as scan', 'scan.ticket_id', 'changed.ticket_id')
        .select(['scan.id', 'changed.change', 'scan.ticket_change'])
        .where(
          'scan.id',
          'in',
          results.map((result) => result.id),
        )
        .execute();
      expect(rows).toHaveLength(codes.length);
      for (const row of rows) {
        expect(Number(row.ticket_change)).toBe(Number(row.change));
        expect(results.find((result) => result.id === row.id)?.change).toBe(Number(row.change));
      }
    });

    test('that the database refuses never fails its neighbours, and stands when it is sent again', async () => {
      const scans = ['BEFORE', 'POISON', 'AFTER'].map((barcode) => ({ id: id(), barcode: `REFUSED-${barcode}` }));
      for (const { barcode } of scans) await server.north.addTicket(barcode);
      await sql`create function refuse_poison() returns trigger language plpgsql as $$
        begin raise exception 'poison'; end $$`.execute(server.db);
      await sql`create trigger refuse_poison before insert on scans for each row
        when (new.search_text like 'refused-poison%') execute function refuse_poison()`.execute(server.db);
      const outcome = ({ id: scanId, status, verdict }: ScanResult) => [scanId, status, verdict?.reason];
      expect((await clerk.post(...scans)).map(outcome)).toEqual([
        [scans[0]?.id, 'recorded', 'ok'],
        [scans[2]?.id, 'recorded', 'ok'],
      ]);
      await expect(clerk.post(...scans.slice(1, 2))).rejects.toThrow('no scan could be recorded');
      await sql`drop trigger refuse_poison on scans`.execute(server.db);
      expect((await clerk.post(...scans)).map(outcome)).toEqual([
        [scans[0]?.id, 'repeated', 'ok'],
        [scans[1]?.id, 'recorded', 'ok'],
        [scans[2]?.id, 'repeated', 'ok'],
      ]);
    });

    test('that cannot be recorded keeps back later ones of its code, and no others', async () => {
      await server.north.addTicket('KEPT-BACK');
      await refuseScans("new.search_text like 'kept-back%' and new.mode = 'entry'", '23514');
      const scans = (['entry', 'exit'] as const).map((mode) => ({ id: id(), barcode: 'KEPT-BACK', mode }));
      const [entry, exit] = scans as [(typeof scans)[0], (typeof scans)[0]];
      const other = { id: id(), barcode: 'NOT-KEPT-BACK' };
      const statuses = async () =>
        (await clerk.post(entry, other, exit)).map((result) => [result.id, result.verdict?.reason]);
      expect(await statuses()).toEqual([[other.id, 'unknown_code']]);
      await allowScans();
      expect(await statuses()).toEqual([
        [entry.id, 'ok'],
        [other.id, 'unknown_code'],
        [exit.id, 'ok'],
      ]);
    });

    test.each([
      ['a statement that took too long', '57014'],
      ['a connection that was cut', '57P01'],
      ['a server out of memory', '53200'],
    ])('of many is tried once after %s, and the answer says when to come back', async (_what, code) => {
      await refuseScans('true', code);
      const scans = Array.from({ length: 10 }, (_, n) => ({ ...clerk.scan(), id: id(), barcode: `SLOW-${n % 9}` }));
      const refusal = expectRefusal(await clerk.api.call(postScans, { body: { scans } }));
      expect(refusal).toEqual({ status: 503, code: 'unavailable', retryAfterMs: 2_000 });
      expect(await countAttempts()).toBe(1);
      await allowScans();
    });

    test('at fault alone asks for no delay, which would hold back the other scans of its device', async () => {
      await refuseScans('true', '23514');
      const scans = [{ ...clerk.scan(), id: id(), barcode: 'AT-FAULT' }];
      const refusal = expectRefusal(await clerk.api.call(postScans, { body: { scans } }));
      expect(refusal).toEqual({ status: 503, code: 'unavailable' });
      await allowScans();
    });

    test('that lost a deadlock is tried once more with its neighbours', async () => {
      await refuseScans('true', '40P01', 1);
      const scans = ['FIRST', 'SECOND'].map((barcode) => ({ id: id(), barcode: `DEADLOCK-${barcode}` }));
      expect((await clerk.post(...scans)).map(({ status }) => status)).toEqual(['recorded', 'recorded']);
      expect(await countAttempts()).toBe(3);
      await allowScans();
      await refuseScans('true', '40P01');
      const again = scans.map((scan) => ({ ...clerk.scan(), ...scan, id: id() }));
      expect(expectRefusal(await clerk.api.call(postScans, { body: { scans: again } })).code).toBe('unavailable');
      expect(await countAttempts()).toBe(2);
      await allowScans();
    });

    test('keeps its answer where a later one finds no database', async () => {
      await refuseScans("new.mode = 'exit'", '57014');
      const [first, second] = [id(), id()];
      const results = await clerk.post(
        { id: first, barcode: 'ONE-OF-TWO' },
        { id: second, barcode: 'ONE-OF-TWO', mode: 'exit' },
      );
      expect(results).toMatchObject([{ id: first, status: 'recorded' }]);
      await allowScans();
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
      const { items } = expectValue(await clerk.api.call(listScans, { query: { id: scanId } }));
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

    test.each([
      ['any text', 'a/b?c=%25&d#e \u0000\u001d\u{1f3ab} ü ../..'],
      ['what looks like a pattern', '%_\\'],
      ['the longest barcode', 'z'.repeat(8_192)],
    ])('may hold %s', async (_case, barcode) => {
      await server.north.addTicket(barcode);
      const scanId = id();
      expect(await verdictOf({ id: scanId, barcode })).toMatchObject({ outcome: 'accepted' });
      const { items } = expectValue(await clerk.api.call(listScans, { query: { id: scanId } }));
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

  describe('the list', () => {
    test('gives every scan once over its pages, the newest first', async () => {
      const { tokens: _unused, ...reader } = await server.signIn(server.south.clerk.login);
      for (let count = 0; count < 25; count += 1) {
        // Several scans share an instant, so the id orders them.
        if (count % 5 === 0) server.clock.advance(1_000);
        await reader.post({ id: id(), barcode: `PAGE-${count}` });
      }
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = expectValue(
          await reader.api.call(listScans, { query: { limit: '7', search: 'page-', ...(cursor ? { cursor } : {}) } }),
        );
        seen.push(...page.items.map(({ barcode }) => barcode));
        cursor = page.next_cursor;
      } while (cursor);
      expect(seen).toEqual(Array.from({ length: 25 }, (_, index) => `PAGE-${24 - index}`));
    });

    test('filters by outcome, reason, checkpoint and part of a barcode or name', async () => {
      await server.north.addTicket('FILTER-1', { holder: 'Şule Öz_türk' });
      server.clock.advance(1_000);
      await clerk.post({ id: id(), barcode: 'FILTER-1', checkpoint_id: server.north.gates[1].id });
      await clerk.post({ id: id(), barcode: 'FILTER-2' });
      const find = async (query: Record<string, string>) =>
        expectValue(await clerk.api.call(listScans, { query: { limit: '2', ...query } })).items.map(
          ({ barcode }) => barcode,
        );
      expect(await find({ outcome: 'accepted' })).toContain('FILTER-1');
      expect((await find({ reason: 'unknown_code' }))[0]).toBe('FILTER-2');
      expect((await find({ checkpoint_id: server.north.gates[1].id }))[0]).toBe('FILTER-1');
      expect(await find({ search: 'z_TÜRK' })).toEqual(['FILTER-1']);
      expect(await find({ search: 'filter-%' })).toEqual([]);
    });

    test('shows nothing of another domain', async () => {
      await clerk.post({ id: id(), barcode: 'NORTH-SECRET' });
      const { items } = expectValue(await stranger.api.call(listScans, { query: { search: 'north-secret' } }));
      expect(items).toEqual([]);
    });

    test('refuses a cursor that it has not made', async () => {
      const answer = await clerk.api.call(listScans, { query: { cursor: 'WyJ4IiwieSJd' } });
      expect(expectRefusal(answer)).toEqual({ status: 422, code: 'invalid_request' });
    });
  });

  describe('the lookup', () => {
    const lookup = (by: SignedIn, barcode: string, checkpoint_id: string, mode?: 'exit') =>
      by.api.call(lookupTicket, { body: { barcode, checkpoint_id, ...(mode && { mode }) } });

    test('says what a scan would give and uses nothing up', async () => {
      const ticketId = await server.north.addTicket('LOOKUP-1');
      const [gate] = server.north.gates;
      for (let count = 0; count < 3; count += 1) {
        expect(expectValue(await lookup(clerk, 'LOOKUP-1', gate.id))).toMatchObject({
          ticket: { holder: 'Ada Berg', entries_left: 1 },
          verdict: { outcome: 'accepted', mode: 'check', certainty: 'server' },
          history: [],
        });
      }
      expect(await entriesUsed(ticketId)).toBe(0);
    });

    test('says what an exit would give, if asked', async () => {
      await server.north.addTicket('LOOKUP-EXIT');
      const [gate] = server.north.gates;
      const exit = async () => expectValue(await lookup(clerk, 'LOOKUP-EXIT', gate.id, 'exit')).verdict;
      expect(await exit()).toMatchObject({ outcome: 'refused', reason: 'exit_without_entry', mode: 'exit' });
      await clerk.post({ id: id(), barcode: 'LOOKUP-EXIT' });
      for (let count = 0; count < 2; count += 1)
        expect(await exit()).toMatchObject({ outcome: 'accepted', mode: 'exit' });
    });

    test('tells the code’s history, the newest first', async () => {
      await server.north.addTicket('LOOKUP-2');
      const scans = [id(), id()];
      for (const scanId of scans) {
        server.clock.advance(60_000);
        await clerk.post({ id: scanId, barcode: 'LOOKUP-2' });
      }
      const { history } = expectValue(await lookup(clerk, 'LOOKUP-2', server.north.gates[0].id));
      expect(history.map((record) => record.id)).toEqual([...scans].reverse());
    });

    test('knows the checkpoints where a ticket works', async () => {
      await server.north.addTicket('LOOKUP-3', { works_at: [server.north.backstage.id] });
      const { verdict } = expectValue(await lookup(clerk, 'LOOKUP-3', server.north.gates[0].id));
      expect(verdict).toMatchObject({ reason: 'wrong_checkpoint', works_at: [server.north.backstage] });
    });

    test('finds neither tickets nor checkpoints of another domain', async () => {
      await server.north.addTicket('LOOKUP-4');
      const found = expectValue(await lookup(stranger, 'LOOKUP-4', server.south.gates[0].id));
      expect(found).toMatchObject({ ticket: null, verdict: { reason: 'unknown_code' }, history: [] });
      expect(expectRefusal(await lookup(stranger, 'LOOKUP-4', server.north.gates[0].id)).code).toBe('not_found');
    });
  });

  async function entriesUsed(ticketId: string): Promise<number> {
    const row = await server.db
      .selectFrom('tickets')
      .select('entries_used')
      .where('id', '=', ticketId)
      .executeTakeFirstOrThrow();
    return row.entries_used;
  }
}
