import { acknowledgeConflict, listConflicts, listScans, type Scan, type Verdict } from '@scantix/api-contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { START_MS } from '../testing/start-ms.ts';
import { expectValue, type SignedIn, startTestServer, type TestServer } from '../testing/start-test-server.ts';
import type { TestDatabase } from '../testing/test-databases.ts';
import { describeClerkDecisions } from './clerk-decisions.suite.ts';
import { describeLateVerdicts } from './late-verdicts.suite.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The guarantees of scans that a device decided without the server, on any database. */
export function describeOffline(createDatabase: () => Promise<TestDatabase>): void {
  let server: TestServer;
  let clerk: SignedIn;
  let colleague: SignedIn;
  let stranger: SignedIn;
  beforeAll(async () => {
    server = await startTestServer(await createDatabase());
    clerk = await server.signIn();
    colleague = await server.signIn(server.north.colleague.login);
    stranger = await server.signIn(server.south.clerk.login);
  }, START_MS);
  afterAll(() => server.stop());

  const id = () => server.newId();

  /** A scan that a device with a correct clock decided `agoMs` ago. */
  const decided = (
    barcode: string,
    shown: Pick<Verdict, 'outcome' | 'reason'>,
    { agoMs = 0, mode = 'entry', ...more }: { agoMs?: number } & Partial<Scan> = {},
  ): Partial<Scan> & { id: string } => {
    const claimed_at = new Date(server.clock.now() - agoMs).toISOString();
    const device_verdict = { ...shown, certainty: 'device' as const, mode, decided_at: claimed_at };
    return { id: id(), barcode, mode, claimed_at, clock_offset_ms: 0, device_verdict, ...more };
  };
  const ACCEPTED = { outcome: 'accepted', reason: 'ok' } as const;
  const post = async (scan: Partial<Scan> & { id: string }) => (await clerk.post(scan))[0];
  const ticket = (barcode: string) =>
    server.db
      .selectFrom('tickets')
      .selectAll()
      .where('barcode', '=', Buffer.from(barcode))
      .where('domain_id', '=', server.north.id)
      .executeTakeFirstOrThrow();
  const openConflicts = async (by: SignedIn) =>
    expectValue(await by.api.call(listConflicts, { query: { open: 'true' } })).items;

  describe('a ticket that two gates let in while both were offline', () => {
    let first: Partial<Scan> & { id: string };
    let second: Partial<Scan> & { id: string };
    beforeAll(async () => {
      await server.north.addTicket('TWO-GATES');
      first = decided('TWO-GATES', ACCEPTED, { agoMs: 20 * MINUTE_MS, device_id: 'gate-1' });
      second = decided('TWO-GATES', ACCEPTED, { agoMs: 10 * MINUTE_MS, device_id: 'gate-2' });
    });

    test('keeps both records as they happened, the one that arrives later in conflict with the other', async () => {
      expect(await post(second)).toEqual({
        id: second.id,
        status: 'recorded',
        verdict: second.device_verdict,
        change: expect.any(Number),
        receipt: expect.any(Number),
      });
      const late = await post(first);
      expect(late).toEqual({
        id: first.id,
        status: 'recorded',
        verdict: first.device_verdict,
        change: expect.any(Number),
        receipt: expect.any(Number),
        conflict: { id: expect.any(String), with_scan_id: second.id, kind: 'already_used' },
      });
      expect(await post(first)).toEqual({ ...late, status: 'repeated' });
    });

    test('was used twice, and first by who was there first', async () => {
      const { entries_used, first_use, last_entry } = await ticket('TWO-GATES');
      expect({ entries_used, first: first_use?.scan_id, last: last_entry?.deviceId }).toEqual({
        ...{ entries_used: 2, first: first.id, last: 'gate-2' },
      });
    });

    test('is shown to every clerk of the domain, and to no other, until one acknowledges it', async () => {
      expect(await openConflicts(stranger)).toEqual([]);
      const [conflict] = await openConflicts(colleague);
      expect(await openConflicts(clerk)).toEqual([conflict]);
      expect(conflict).toMatchObject({
        ...{ scan_id: first.id, with_scan_id: second.id, kind: 'already_used' },
        scan: { id: first.id, device_id: 'gate-1', verdict: ACCEPTED, conflict: { kind: 'already_used' } },
        with_scan: { id: second.id, device_id: 'gate-2', verdict: ACCEPTED },
      });
      const params = { id: conflict?.id ?? '' };
      expect(await stranger.api.call(acknowledgeConflict, { params })).toMatchObject({
        failure: { status: 404, code: 'not_found', message: 'Unknown conflict' },
      });
      const acknowledged_at = new Date(server.clock.now()).toISOString();
      const acknowledged = expectValue(await colleague.api.call(acknowledgeConflict, { params }));
      expect(acknowledged).toMatchObject({ acknowledged_at, acknowledged_by: 'north-pier.colleague' });
      server.clock.advance(MINUTE_MS);
      expect(expectValue(await clerk.api.call(acknowledgeConflict, { params }))).toEqual(acknowledged);
      expect(await openConflicts(clerk)).toEqual([]);
      const seen = expectValue(await clerk.api.call(listConflicts, { query: { open: 'false' } }));
      expect(seen.items).toEqual([acknowledged]);
      expect(expectValue(await clerk.api.call(listConflicts, { query: {} })).items).toEqual([acknowledged]);
    });

    test('is found by the filters of Results', async () => {
      const find = async (conflict: 'open' | 'acknowledged' | 'any' | 'none') => {
        const { items } = expectValue(
          await clerk.api.call(listScans, { body: { conflict, search: 'two-gates', mode: 'entry' } }),
        );
        return items.map((item) => item.id);
      };
      expect(await find('open')).toEqual([]);
      expect(await find('acknowledged')).toEqual([first.id]);
      expect(await find('any')).toEqual([first.id]);
      expect(await find('none')).toEqual([second.id]);
    });
  });

  describe('a scan that its device accepted', () => {
    test('while the ticket was valid is none the worse for arriving after its end', async () => {
      await server.north.addTicket('LATE', { valid_until: new Date(server.clock.now() - HOUR_MS) });
      const result = await post(decided('LATE', ACCEPTED, { agoMs: 2 * HOUR_MS }));
      expect(result).toMatchObject({ status: 'recorded', verdict: { ...ACCEPTED, certainty: 'device' } });
      expect(result).not.toHaveProperty('conflict');
      expect(await ticket('LATE')).toMatchObject({ entries_used: 1, inside: 1 });
    });

    test('though the ticket had been cancelled is in conflict, and its visitor is inside', async () => {
      await server.north.addTicket('REVOKED', { status: 'cancelled' });
      const result = await post(decided('REVOKED', ACCEPTED, { agoMs: MINUTE_MS }));
      expect(result?.conflict).toEqual({ id: expect.any(String), kind: 'cancelled' });
      expect(await ticket('REVOKED')).toMatchObject({ entries_used: 1, inside: 1 });
    });

    test('though nobody knows its code is in conflict', async () => {
      const result = await post(decided('NOBODY-KNOWS', ACCEPTED));
      expect(result).toMatchObject({ verdict: ACCEPTED, conflict: { kind: 'unknown_code' } });
      expect(result).not.toHaveProperty('change');
    });

    test('with a note for staff has entered', async () => {
      await server.north.addTicket('NOTED', { note: 'Child' });
      const result = await post(decided('NOTED', { outcome: 'attention', reason: 'needs_attention' }));
      expect(result).toMatchObject({ verdict: { outcome: 'attention', certainty: 'device' } });
      expect(result).not.toHaveProperty('conflict');
      expect(await ticket('NOTED')).toMatchObject({ entries_used: 1 });
    });

    test('on the way out is out', async () => {
      await server.north.addTicket('OUT', { entries_allowed: 2 });
      await post(decided('OUT', ACCEPTED, { agoMs: 2 * MINUTE_MS }));
      expect(await post(decided('OUT', ACCEPTED, { agoMs: MINUTE_MS, mode: 'exit' }))).not.toHaveProperty('conflict');
      expect(await ticket('OUT')).toMatchObject({ entries_used: 1, inside: 0 });
      const again = await post(decided('OUT', ACCEPTED, { mode: 'exit' }));
      expect(again?.conflict).toMatchObject({ kind: 'exit_without_entry' });
    });

    test('in the mode check has no effect and no conflict', async () => {
      await server.north.addTicket('CHECKED', { status: 'blocked' });
      const result = await post(decided('CHECKED', ACCEPTED, { mode: 'check' }));
      expect(result).toEqual({
        id: expect.any(String),
        status: 'recorded',
        verdict: expect.objectContaining(ACCEPTED),
        receipt: expect.any(Number),
      });
      expect(await ticket('CHECKED')).toMatchObject({ entries_used: 0 });
    });

    test('in a domain that simply collects is accepted', async () => {
      await server.db.updateTable('domains').set({ ticketing: 'off' }).where('id', '=', server.south.id).execute();
      const [result] = await stranger.post(decided('ANYTHING', ACCEPTED));
      expect(result).not.toHaveProperty('conflict');
      expect(result).toMatchObject({ status: 'recorded', verdict: ACCEPTED });
      await server.db.updateTable('domains').set({ ticketing: 'on' }).where('id', '=', server.south.id).execute();
    });

    test('before another that arrived earlier takes its place in the ticket’s history', async () => {
      await server.north.addTicket('HISTORY', { entries_allowed: 3 });
      const entry = decided('HISTORY', ACCEPTED, { agoMs: 30 * MINUTE_MS, device_id: 'slow' });
      await post(decided('HISTORY', ACCEPTED, { agoMs: 10 * MINUTE_MS, mode: 'exit', device_id: 'slow' }));
      await post(entry);
      expect(await ticket('HISTORY')).toMatchObject({
        ...{ entries_used: 1, inside: 0, first_use: { scan_id: entry.id } },
      });
    });
  });

  describe('a clock', () => {
    const valid = async (barcode: string, until: number) => {
      await server.north.addTicket(barcode, { valid_until: new Date(until) });
      return barcode;
    };

    test('that is wrong and known to be is corrected', async () => {
      const barcode = await valid('SKEWED', server.clock.now() - HOUR_MS);
      const scan = decided(barcode, ACCEPTED, { agoMs: -5 * HOUR_MS, clock_offset_ms: -7 * HOUR_MS });
      expect(await post(scan)).not.toHaveProperty('conflict');
    });

    test('that was set back since the device last heard of the server wins nothing', async () => {
      const barcode = await valid('SET-BACK', server.clock.now() - HOUR_MS);
      const clock_checked_at = new Date(server.clock.now() - 10 * MINUTE_MS).toISOString();
      const result = await post(decided(barcode, ACCEPTED, { agoMs: 2 * HOUR_MS, clock_checked_at }));
      expect(result?.conflict).toMatchObject({ kind: 'expired' });
    });

    test('that runs ahead is held to the arrival', async () => {
      await server.north.addTicket('AHEAD', { valid_from: new Date(server.clock.now() + HOUR_MS) });
      const result = await post(decided('AHEAD', ACCEPTED, { agoMs: -2 * HOUR_MS }));
      expect(result?.conflict).toMatchObject({ kind: 'not_yet_valid' });
    });
  });

  describe('a scan that its device did not accept', () => {
    test('stands as it was told and uses nothing up, whatever the server would have said', async () => {
      await server.north.addTicket('TURNED-AWAY');
      const shown = { outcome: 'refused', reason: 'already_used' } as const;
      const result = await post(decided('TURNED-AWAY', shown));
      const verdict = expect.objectContaining(shown);
      expect(result).toEqual({ id: expect.any(String), status: 'recorded', verdict, receipt: expect.any(Number) });
      expect(await ticket('TURNED-AWAY')).toMatchObject({ entries_used: 0, inside: 0 });
    });

    test('since it was a second look has no effect and no conflict', async () => {
      await server.north.addTicket('SECOND-LOOK');
      await post(decided('SECOND-LOOK', ACCEPTED, { agoMs: 4_000 }));
      const result = await post(decided('SECOND-LOOK', { outcome: 'attention', reason: 'self_repeat' }));
      expect(result).not.toHaveProperty('conflict');
      expect(await ticket('SECOND-LOOK')).toMatchObject({ entries_used: 1 });
    });

    test('nor refuse is decided by the server, when it arrives', async () => {
      await server.north.addTicket('UNDECIDED');
      const shown = { outcome: 'undecided', reason: 'not_in_snapshot' } as const;
      const result = await post(decided('UNDECIDED', shown, { agoMs: HOUR_MS }));
      const decided_at = new Date(server.clock.now()).toISOString();
      expect(result?.verdict).toMatchObject({ ...ACCEPTED, certainty: 'server', decided_at });
      expect(await ticket('UNDECIDED')).toMatchObject({ entries_used: 1 });
    });

    test.each([
      ['the server’s word', { certainty: 'server' }],
      ['nobody’s word yet', { certainty: 'pending' }],
      ['a verdict on something else', { mode: 'check' }],
    ] as const)('but brings %s is decided by the server', async (_what, other) => {
      await server.north.addTicket(`FORGED-${JSON.stringify(other)}`, { status: 'blocked' });
      const scan = decided(`FORGED-${JSON.stringify(other)}`, ACCEPTED);
      const device_verdict = { ...(scan.device_verdict as Verdict), ...other };
      const result = await post({ ...scan, device_verdict });
      expect(result?.verdict).toMatchObject({ outcome: 'refused', certainty: 'server' });
      expect(result).not.toHaveProperty('conflict');
    });
  });

  describeLateVerdicts(() => ({ server, clerk, decided, post, ticket }));
  describeClerkDecisions(() => ({ server, clerk, decided, post, ticket }));

  test('the list of conflicts gives each once over its pages', async () => {
    const before = (await openConflicts(clerk)).length;
    await clerk.post(...Array.from({ length: 60 }, (_, index) => decided(`PAGED-${index}`, ACCEPTED)));
    const pages: string[][] = [];
    let cursor: string | undefined;
    do {
      const page = expectValue(
        await clerk.api.call(listConflicts, { query: { open: 'true', ...(cursor ? { cursor } : {}) } }),
      );
      pages.push(page.items.map((conflict) => conflict.id));
      cursor = page.next_cursor;
    } while (cursor);
    expect(new Set(pages.flat()).size).toBe(before + 60);
    expect(pages.map(({ length }) => length)).toEqual([50, before + 10]);
    const newest = expectValue(await clerk.api.call(listConflicts, { query: {} })).items[0];
    expect(newest?.id).toBe(pages[0]?.[0]);
    const body = { conflict: 'acknowledged', search: 'paged-' } as const;
    expect(expectValue(await clerk.api.call(listScans, { body })).items).toEqual([]);
  });
}
