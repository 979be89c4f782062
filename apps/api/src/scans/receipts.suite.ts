import {
  listScans,
  login,
  logout,
  postScans,
  type Scan,
  type ScanResult,
  type Undo,
  undoScan,
} from '@scantix/api-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { START_MS } from '../testing/start-ms.ts';
import {
  expectValue,
  type SignedIn,
  startTestServer,
  TEST_DEVICE,
  type TestServer,
} from '../testing/start-test-server.ts';
import type { TestDatabase } from '../testing/test-databases.ts';
import { TEST_PASSWORD } from '../testing/test-domains.ts';

/** The numbers by which a device notices a database that lost its changes, on any database. */
export function describeReceipts(createDatabase: () => Promise<TestDatabase>): void {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(await createDatabase(), { build: 'b1' });
  }, START_MS);
  afterAll(() => server.stop());

  /** Signs in on a device that has no number yet. */
  const signInOn = (deviceId: string, clerk = server.north.clerk.login) => server.signIn(clerk, { deviceId });
  const said = async ({ api }: SignedIn) => {
    const outcome = await api.call(listScans, { body: { limit: '1' } });
    return outcome.ok ? outcome.answer : null;
  };
  const undoOf = (more: Partial<Undo> = {}): Undo => ({
    id: server.newId(),
    device_id: 'phone',
    claimed_at: new Date(server.clock.now()).toISOString(),
    claimed_by: server.north.clerk.login,
    ...more,
  });
  const late = (barcode: string, outcome: 'accepted' | 'refused'): Partial<Scan> => ({
    barcode,
    device_verdict: {
      ...{ outcome, reason: outcome === 'accepted' ? 'ok' : 'already_used', certainty: 'device', mode: 'entry' },
      decided_at: new Date(server.clock.now()).toISOString(),
    },
  });
  const numbersOf = (results: readonly ScanResult[]) => results.map(({ receipt }) => receipt);

  test('each change of a device has the next number, and an answer says the number before its call', async () => {
    await server.north.addTicket('ONE');
    const clerk = await signInOn('phone-1');
    expect(await said(clerk)).toMatchObject({
      receipt: 0,
      build: 'b1',
      epoch: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const [first, second] = [server.newId(), server.newId()];
    const scans = [first, second].map((id, index) => ({
      ...clerk.scan(),
      id,
      barcode: index === 0 ? 'ONE' : 'NOT-A-TICKET',
    }));
    const answer = await clerk.api.call(postScans, { body: { scans } });
    expect(answer).toMatchObject({ answer: { receipt: 0 }, value: { results: [{ receipt: 1 }, { receipt: 2 }] } });
    const undo = undoOf({ device_id: 'phone-1' });
    const take = () => clerk.api.call(undoScan, { params: { id: first }, body: undo });
    expect(await take()).toMatchObject({ answer: { receipt: 2 }, value: { status: 'recorded', receipt: 3 } });
    expect(await take()).toMatchObject({ answer: { receipt: 3 }, value: { status: 'repeated', receipt: 3 } });
    expect(await said(clerk)).toMatchObject({ receipt: 3 });
  });

  test('a repeat keeps its number, unless it brought a verdict of the device', async () => {
    const clerk = await signInOn('phone-2');
    const scan = { id: server.newId(), barcode: 'UNKNOWN-2', device_id: 'phone-2' };
    const post = async (more: Partial<Scan> = {}) => numbersOf(await clerk.post({ ...scan, ...more }));
    expect([await post(), await post()]).toEqual([[1], [1]]);
    const verdict = late('UNKNOWN-2', 'accepted');
    expect([await post(verdict), await post(verdict), await post()]).toEqual([[2], [2], [2]]);
    // Another scan under its id is rejected and has no number.
    expect([await post({ barcode: 'UNKNOWN-2-OTHER' }), await post()]).toEqual([[undefined], [2]]);
    expect(await said(clerk)).toMatchObject({ receipt: 2 });
    // A scan that another device repeats: its number is not one of that device.
    const other = await signInOn('phone-2b');
    expect([numbersOf(await other.post(scan)), (await said(other))?.receipt]).toEqual([[undefined], 0]);
  });

  test('devices and domains count for themselves', async () => {
    const post = async (clerk: SignedIn) => numbersOf(await clerk.post({ id: server.newId(), barcode: 'UNKNOWN-3' }));
    const [one, two] = [await signInOn('phone-3'), await signInOn('phone-4')];
    const south = await signInOn('phone-3', server.south.clerk.login);
    expect([await post(one), await post(one), await post(two), await post(south)]).toEqual([[1], [2], [1], [1]]);
  });

  test('a refusal says it too; a call without a session and those of the specification do not', async () => {
    const clerk = await signInOn('phone-5');
    const undo = await clerk.api.call(undoScan, { params: { id: server.newId() }, body: undoOf() });
    expect(undo).toMatchObject({ failure: { code: 'not_found', answer: { receipt: 0, build: 'b1' } } });
    const silent = { epoch: null, receipt: null, build: null };
    const body = { clerk: server.north.clerk.login, password: TEST_PASSWORD, remember_me: false, ...TEST_DEVICE };
    expect(await server.api.call(login, { body })).toMatchObject({ ok: true, answer: silent });
    expect(await server.api.call(listScans, { body: {} })).toMatchObject({
      failure: { code: 'unauthenticated', answer: silent },
    });
    expect(await clerk.api.call(logout, {})).toMatchObject({ ok: true, answer: silent });
  });

  test('what was offered again is marked where it was not there any more', async () => {
    const clerk = await signInOn('phone-6');
    const [kept, lost] = [server.newId(), server.newId()];
    await server.north.addTicket('KEPT');
    await clerk.post({ id: kept, barcode: 'KEPT' });
    await clerk.post(
      { id: kept, barcode: 'KEPT', offered_again: true },
      { id: lost, barcode: 'LOST', offered_again: true },
    );
    const undo = undoOf({ device_id: 'phone-6', offered_again: true });
    expectValue(await clerk.api.call(undoScan, { params: { id: kept }, body: undo }));
    const scans = await server.db
      .selectFrom('scans')
      .select(['id', 'offered_again'])
      .where('id', 'in', [kept, lost])
      .orderBy('id')
      .execute();
    expect(scans).toEqual([
      { id: kept, offered_again: null },
      { id: lost, offered_again: true },
    ]);
    const undos = server.db.selectFrom('scan_undos').select('offered_again').where('scan_id', '=', kept);
    expect(await undos.execute()).toEqual([{ offered_again: true }]);
  });

  test(
    'numbers of calls at the same time are all different, have no gap and never go back',
    async () => {
      const clerk = await signInOn('phone-7');
      const barcodes = Array.from({ length: 12 }, (_, index) => `CROWD-${index}`);
      for (const barcode of barcodes) await server.north.addTicket(barcode, { entries_allowed: 50 });
      const numbers = new Set<number>();
      const heard: { before: number; said: number }[] = [];
      const post = async (scans: Scan[]) => {
        const before = Math.max(0, ...numbers);
        const outcome = await clerk.api.call(postScans, { body: { scans } });
        heard.push({ before, said: (outcome.ok && outcome.answer.receipt) || 0 });
        for (const { receipt = -1 } of expectValue(outcome).results) numbers.add(receipt);
      };
      const lanes = Array.from({ length: 8 }, async (_, lane) => {
        const newScan = (barcode: string): Scan => ({
          ...clerk.scan(),
          id: server.newId(),
          barcode,
          device_id: 'phone-7',
        });
        const scans = barcodes.map(newScan);
        if (lane % 2) scans.reverse();
        await post(scans);
        // One call that records a scan of no ticket, and verdicts of the device that change tickets.
        const verdicts = scans.slice(lane).map((scan) => ({ ...scan, ...late(scan.barcode, 'refused') }));
        await post([newScan(`LONE-${lane}`), ...verdicts]);
      });
      await Promise.all(lanes);
      const highest = (await said(clerk))?.receipt ?? -1;
      // 8 times 12 scans and 1 more, and 12 to 5 late verdicts.
      expect(highest).toBe(8 * 13 + 68);
      expect([...numbers].sort((one, two) => one - two)).toEqual(
        Array.from({ length: highest }, (_, index) => index + 1),
      );
      for (const { before, said: number } of heard) expect(number).toBeGreaterThanOrEqual(before);
    },
    START_MS,
  );
}
