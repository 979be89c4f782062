import { listScans, type Scan, type ScanResult, undoScan, type Verdict } from '@scantix/api-contract';
import { createWebhook, type WebhookData } from '@scantix/api-contract/admin';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectValue, type SignedIn, type TestServer } from '../testing/start-test-server.ts';

const MINUTE_MS = 60_000;

type PartialScan = Partial<Scan> & { id: string };

/** What the suite of offline scans shares with its part; valid once its tests run. */
export interface OfflineTests {
  readonly server: TestServer;
  readonly clerk: SignedIn;
  /** A scan that a device decided. */
  readonly decided: (
    barcode: string,
    shown: Pick<Verdict, 'outcome' | 'reason'>,
    more?: { agoMs?: number } & Partial<Scan>,
  ) => PartialScan;
  readonly post: (scan: PartialScan) => Promise<ScanResult | undefined>;
  /** The row of a ticket. */
  readonly ticket: (barcode: string) => Promise<unknown>;
}

/** The guarantees of verdicts that reach the server after their scan. */
export function describeLateVerdicts(context: () => OfflineTests): void {
  let server: OfflineTests['server'];
  let clerk: OfflineTests['clerk'];
  let decided: OfflineTests['decided'];
  let post: OfflineTests['post'];
  let ticket: OfflineTests['ticket'];
  beforeAll(() => {
    ({ server, clerk, decided, post, ticket } = context());
  });
  const id = () => server.newId();
  const ACCEPTED = { outcome: 'accepted', reason: 'ok' } as const;

  describe('a device that decided while its scan was on the way', () => {
    test('and let in whom the server had refused is in conflict, from the repeat on', async () => {
      await server.north.addTicket('IN-FLIGHT');
      const winner = await post({ id: id(), barcode: 'IN-FLIGHT', device_id: 'other' });
      const { device_verdict, ...sentFirst } = decided('IN-FLIGHT', ACCEPTED, { agoMs: 3_000 });
      const first = await post(sentFirst);
      expect(first).toMatchObject({ status: 'recorded', verdict: { outcome: 'refused', reason: 'already_used' } });
      let again: ScanResult | undefined;
      const told = await toldWhile(async () => {
        again = await post({ ...sentFirst, ...(device_verdict ? { device_verdict } : {}) });
      });
      const scan = { id: sentFirst.id, ...ACCEPTED };
      expect(told).toMatchObject([
        { type: 'scan.accepted', scan },
        { type: 'conflict.opened', scan, conflict: { id: again?.conflict?.id, with_scan_id: winner?.id } },
      ]);
      expect(again).toEqual({
        ...{ id: first?.id, status: 'repeated', verdict: first?.verdict, change: expect.any(Number) },
        receipt: expect.any(Number),
        conflict: { id: expect.any(String), with_scan_id: winner?.id, kind: 'already_used' },
      });
      expect(await ticket('IN-FLIGHT')).toMatchObject({ entries_used: 2 });
      expect(await post(sentFirst)).toEqual(again);
      const { items } = expectValue(await clerk.api.call(listScans, { body: { id: sentFirst.id } }));
      expect(items).toMatchObject([
        { verdict: device_verdict, first_verdict: { outcome: 'refused' }, conflict: again?.conflict },
      ]);
    });

    test('as the server had leaves it at that', async () => {
      await server.north.addTicket('AGREED');
      const { device_verdict, ...sentFirst } = decided('AGREED', ACCEPTED);
      const first = await post(sentFirst);
      expect(await post({ ...sentFirst, ...(device_verdict ? { device_verdict } : {}) })).toEqual({
        ...first,
        status: 'repeated',
        receipt: (first?.receipt ?? 0) + 1,
      });
      expect(await ticket('AGREED')).toMatchObject({ entries_used: 1 });
    });

    const TURNED_AWAY = { outcome: 'refused', reason: 'already_used' } as const;
    /** A scan that the server let in, and its repeat with a verdict of the device. */
    const letIn = async (barcode: string) => {
      await server.north.addTicket(barcode);
      const { device_verdict, ...sentFirst } = { ...clerk.scan(), ...decided(barcode, TURNED_AWAY) };
      const first = await post(sentFirst);
      expect(first?.verdict).toMatchObject(ACCEPTED);
      return { first, repeat: { ...sentFirst, device_verdict } };
    };
    /** What webhooks are told of while `run` runs. */
    const toldWhile = async (run: () => Promise<unknown>) => {
      const params = { domain: 'North Pier' };
      const made = await clerk.api.call(createWebhook, { params, body: { url: 'https://shop.example/hook' } });
      const { id: webhook } = expectValue(made);
      await run();
      const messages = server.db.selectFrom('webhook_deliveries').where('webhook_id', '=', webhook);
      const rows = await messages.select(['type', 'data']).orderBy('sequence').execute();
      await server.db.deleteFrom('webhooks').where('id', '=', webhook).execute();
      return rows.map(({ type, data }) => ({ type, ...(JSON.parse(data) as WebhookData) }));
    };
    const undoneOf = async (scanId: string) =>
      expectValue(await clerk.api.call(listScans, { body: { id: scanId } })).items[0]?.undone;

    test('and turned away whom the server had let in gives the entry back, in an event that says by whom', async () => {
      const { first, repeat } = await letIn('GIVEN-BACK');
      let again: ScanResult | undefined;
      const told = await toldWhile(async () => {
        again = await post(repeat);
      });
      const undone = expect.objectContaining({ id: expect.any(String) });
      expect(told).toMatchObject([{ type: 'scan.undone', scan: { id: repeat.id, ...ACCEPTED }, undone }]);
      expect(again).toMatchObject({ status: 'repeated', verdict: first?.verdict });
      expect(await ticket('GIVEN-BACK')).toMatchObject({ entries_used: 0, inside: 0, first_use: null });
      const at = new Date(server.clock.now()).toISOString();
      expect(await undoneOf(repeat.id)).toEqual({ id: expect.any(String), at, by: server.north.clerk.login });
      expect((await post({ id: id(), barcode: 'GIVEN-BACK' }))?.verdict).toMatchObject(ACCEPTED);
    });

    test('gives back the one entry of several, with the change of the ticket on the record', async () => {
      await server.north.addTicket('OF-TWO', { entries_allowed: 2 });
      const earlier = await post({ id: id(), barcode: 'OF-TWO', device_id: 'other' });
      server.clock.advance(MINUTE_MS);
      const { device_verdict, ...sentFirst } = { ...clerk.scan(), ...decided('OF-TWO', TURNED_AWAY) };
      await post(sentFirst);
      const again = await post({ ...sentFirst, ...(device_verdict && { device_verdict }) });
      expect(await ticket('OF-TWO')).toMatchObject({
        ...{ entries_used: 1, inside: 1, first_use: { scan_id: earlier?.id } },
      });
      const undo = server.db.selectFrom('scan_undos').select('ticket_change').where('scan_id', '=', sentFirst.id);
      expect(Number((await undo.executeTakeFirst())?.ticket_change)).toBe(again?.change);
    });

    test('gives the entry back in the name of the clerk on the record, whomever the repeat names', async () => {
      const { repeat } = await letIn('BLAMED');
      await post({ ...repeat, claimed_by_id: server.north.colleague.id });
      expect(await undoneOf(repeat.id)).toMatchObject({ by: server.north.clerk.login });
    });

    test('and let in uses the ticket in the name of the clerk on the record, whomever the repeat names', async () => {
      await server.north.addTicket('NAMED', { status: 'blocked' });
      const { device_verdict, ...refused } = { ...clerk.scan(), ...decided('NAMED', ACCEPTED) };
      await post(refused);
      const named = { claimed_by_id: server.north.colleague.id };
      await post({ ...refused, ...named, ...(device_verdict && { device_verdict }) });
      const { login } = server.north.clerk;
      expect(await ticket('NAMED')).toMatchObject({ first_use: { scan_id: refused.id, clerk: `Clerk ${login}` } });
    });

    test('is believed only in a session of its own device', async () => {
      const { first, repeat } = await letIn('NOT-THEIRS');
      const elsewhere = await server.signIn(server.north.colleague.login, { deviceId: 'another-device' });
      const [answer] = await elsewhere.post(repeat);
      expect(answer).toEqual({ ...first, status: 'repeated', receipt: undefined });
      expect(await ticket('NOT-THEIRS')).toMatchObject({ entries_used: 1, inside: 1 });
      expect(await undoneOf(repeat.id)).toBeUndefined();
    });

    test('and told of an admission by another device has let that visitor in, with a mark', async () => {
      await server.north.addTicket('OTHER-ID', { status: 'blocked' });
      const { device_verdict, ...refused } = { ...clerk.scan(), ...decided('OTHER-ID', ACCEPTED) };
      await post(refused);
      const elsewhere = await server.signIn(server.north.colleague.login, { deviceId: 'another-device' });
      const [admitted] = await elsewhere.post({ ...refused, ...(device_verdict && { device_verdict }) });
      expect(admitted).toMatchObject({ status: 'repeated', conflict: { kind: 'blocked' } });
      expect(admitted).not.toHaveProperty('receipt');
      expect(await ticket('OTHER-ID')).toMatchObject({ entries_used: 1, inside: 1 });
      const { items } = expectValue(await clerk.api.call(listScans, { body: { id: refused.id } }));
      expect(items).toMatchObject([{ marks: ['late_from_another_device'], device_verdict: ACCEPTED }]);
    });

    test('gives no entry back later than an undo could, unless a restored database has lost that', async () => {
      const [{ repeat: late }, { repeat: lost }] = [await letIn('TOO-LATE'), await letIn('GIVEN-BACK-AGAIN')];
      server.clock.advance(15 * MINUTE_MS + 1);
      await post(late);
      expect(await ticket('TOO-LATE')).toMatchObject({ entries_used: 1, inside: 1 });
      const { items } = expectValue(await clerk.api.call(listScans, { body: { id: late.id } }));
      expect(items).toMatchObject([{ verdict: ACCEPTED, device_verdict: TURNED_AWAY }]);
      expect(items[0]).not.toHaveProperty('undone');
      await post({ ...lost, offered_again: true });
      expect(await ticket('GIVEN-BACK-AGAIN')).toMatchObject({ entries_used: 0 });
      expect(await undoneOf(lost.id)).toMatchObject({ by: server.north.clerk.login });
    });

    test('and let in by a code that became a ticket meanwhile has used that, until it is taken back', async () => {
      const { device_verdict, ...sentFirst } = { ...clerk.scan(), ...decided('SOLD-LATE', ACCEPTED) };
      expect((await post(sentFirst))?.verdict).toMatchObject({ reason: 'unknown_code' });
      await server.north.addTicket('SOLD-LATE');
      await post({ ...sentFirst, ...(device_verdict && { device_verdict }) });
      expect(await ticket('SOLD-LATE')).toMatchObject({ entries_used: 1, inside: 1 });
      const { device_id, claimed_by, claimed_at } = clerk.scan();
      const body = { id: id(), device_id, claimed_by, claimed_at };
      expectValue(await clerk.api.call(undoScan, { params: { id: sentFirst.id }, body }));
      expect(await ticket('SOLD-LATE')).toMatchObject({ entries_used: 0, inside: 0 });
    });

    test('counts for the ticket on the record, and for no other, after ticketing was turned off', async () => {
      const { repeat: givenBack } = await letIn('OFF-GIVEN-BACK');
      await server.north.addTicket('OFF-LET-IN', { status: 'blocked' });
      await server.north.addTicket('OFF-NO-TICKET');
      const blocked = { ...clerk.scan(), ...decided('OFF-LET-IN', ACCEPTED) };
      const outsideRights = { ...clerk.scan(), ...decided('OFF-NO-TICKET', ACCEPTED) };
      outsideRights.checkpoint_id = server.north.backstage.id;
      const postFirst = ({ device_verdict: _later, ...sentFirst }: PartialScan) => post(sentFirst);
      const turn = (ticketing: 'on' | 'off') =>
        server.db.updateTable('domains').set({ ticketing }).where('id', '=', server.north.id).execute();
      await postFirst(blocked);
      await turn('off');
      try {
        expect((await postFirst(outsideRights))?.verdict).toMatchObject({ reason: 'not_permitted' });
        for (const repeat of [givenBack, blocked, outsideRights]) await post(repeat);
      } finally {
        await turn('on');
      }
      expect(await ticket('OFF-GIVEN-BACK')).toMatchObject({ entries_used: 0, inside: 0 });
      expect(await ticket('OFF-LET-IN')).toMatchObject({ entries_used: 1, inside: 1 });
      expect(await ticket('OFF-NO-TICKET')).toMatchObject({ entries_used: 0, inside: 0 });
    });

    test('counts once, by its first word, however often and at once it is repeated', async () => {
      for (const barcode of ['COUNTED', 'COUNTED-BY-NOBODY']) {
        if (barcode === 'COUNTED') await server.north.addTicket(barcode, { status: 'blocked' });
        const scan = decided(barcode, ACCEPTED);
        const { device_verdict: _later, ...sentFirst } = scan;
        await post(sentFirst);
        const results = await Promise.all(Array.from({ length: 10 }, () => post(scan)));
        expect(new Set(results.map((result) => JSON.stringify(result))).size).toBe(1);
        expect(results[0]).toMatchObject({ status: 'repeated', conflict: {} });
        const { device_verdict } = decided(barcode, { outcome: 'refused', reason: 'blocked' });
        expect(await post({ ...scan, ...(device_verdict ? { device_verdict } : {}) })).toEqual(results[0]);
      }
      expect(await ticket('COUNTED')).toMatchObject({ entries_used: 1 });
    });
  });
}
