import {
  countScans,
  exportScansAsCsv,
  exportScansAsJson,
  getReportBreakdown,
  getReportSummary,
  listScans,
  lookupTicket,
  type Reason,
  type ScanRecord,
  undoScan,
} from '@scantix/api-contract';
import { createWebhook, type WebhookData } from '@scantix/api-contract/admin';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { START_MS } from '../testing/start-ms.ts';
import { expectValue, type SignedIn, startTestServer, type TestServer } from '../testing/start-test-server.ts';
import type { TestDatabase } from '../testing/test-databases.ts';
import { SHARED_FOR_MS } from './share-results.ts';

const MINUTE_MS = 60_000;

/** Results, Reports and exports say the same of a scan, on any database. */
export function describeAgreement(createDatabase: () => Promise<TestDatabase>): void {
  let server: TestServer;
  let clerk: SignedIn;
  beforeAll(async () => {
    server = await startTestServer(await createDatabase());
    clerk = await server.signIn();
  }, START_MS);
  afterAll(() => server.stop());

  const iso = (ms: number) => new Date(ms).toISOString();
  /** A scan that the server decides, and then is told what its device had decided `afterMs` earlier. */
  async function scanLate(barcode: string, outcome: 'accepted' | 'refused', reason: Reason, afterMs = 0) {
    const claimed_at = iso(server.clock.now());
    const scan = { id: server.newId(), barcode, claimed_at, clock_offset_ms: 0 };
    const [first] = await clerk.post(scan);
    server.clock.advance(afterMs);
    const shown = { outcome, reason, certainty: 'device', mode: 'entry', decided_at: claimed_at } as const;
    const [again] = await clerk.post({ ...scan, device_verdict: shown });
    expect(again?.status).toBe('repeated');
    return { id: scan.id, first: first?.verdict, shown };
  }

  test('a late verdict of the device counts everywhere, beside the first one', async () => {
    const { north, clock } = server;
    const from = iso(clock.now());
    await north.addTicket('BLOCKED', { status: 'blocked' });
    for (const barcode of ['GOOD', 'TOO-LATE']) await north.addTicket(barcode);
    const letIn = await scanLate('BLOCKED', 'accepted', 'ok');
    const turnedAway = await scanLate('GOOD', 'refused', 'already_used');
    const tooLate = await scanLate('TOO-LATE', 'refused', 'already_used', 16 * MINUTE_MS);
    expect([letIn, turnedAway, tooLate].map(({ first }) => first?.outcome)).toEqual([
      'refused',
      'accepted',
      'accepted',
    ]);
    clock.advance(SHARED_FOR_MS);

    const period = { from, to: iso(clock.now()) };
    const list = async (filters = {}) =>
      expectValue(await clerk.api.call(listScans, { body: { ...period, ...filters } })).items;
    const barcodes = (scans: readonly ScanRecord[]) => scans.map(({ barcode }) => barcode).toSorted();
    const items = await list();
    const recordOf = ({ id }: { id: string }) => items.find((item) => item.id === id);
    const REFUSED = { outcome: 'refused', reason: 'already_used', certainty: 'device' };
    const ADMITTED = { outcome: 'accepted', reason: 'ok', certainty: 'server' };
    expect(recordOf(letIn)).toMatchObject({ verdict: letIn.shown, first_verdict: { reason: 'blocked' }, conflict: {} });
    expect(recordOf(turnedAway)).toMatchObject({ verdict: REFUSED, first_verdict: ADMITTED, undone: {} });
    // The entry stays, and so does the verdict that admitted.
    expect(recordOf(tooLate)).toMatchObject({ verdict: ADMITTED, device_verdict: REFUSED });
    expect(recordOf(tooLate)).not.toHaveProperty('first_verdict');

    expect(barcodes(await list({ outcome: 'accepted' }))).toEqual(['BLOCKED', 'TOO-LATE']);
    expect(barcodes(await list({ outcome: 'refused' }))).toEqual(['GOOD']);
    expect(barcodes(await list({ reason: 'already_used' }))).toEqual(['GOOD']);
    expect(barcodes(await list({ reason: 'blocked' }))).toEqual([]);
    const { outcomes } = expectValue(await clerk.api.call(countScans, { body: period }));
    expect(outcomes).toEqual({ accepted: 2, attention: 0, refused: 1, undecided: 0 });

    const summary = expectValue(await clerk.api.call(getReportSummary, { query: period }));
    expect(summary).toMatchObject({ scans: 3, admitted: 2, refused: 1, attention: 0, undecided: 0, taken_back: 1 });
    const query = { ...period, by: 'reason' as const };
    expect(expectValue(await clerk.api.call(getReportBreakdown, { query })).groups).toEqual([
      { key: 'ok', name: 'ok', scans: 2, admitted: 2, refused: 0 },
      { key: 'already_used', name: 'already_used', scans: 1, admitted: 0, refused: 1 },
    ]);

    const body = { ...period, outcome: 'accepted' as const };
    const json = JSON.parse(await expectValue(await clerk.api.call(exportScansAsJson, { body })).text());
    expect(json).toEqual(await list({ outcome: 'accepted' }));
    const csv = await expectValue(await clerk.api.call(exportScansAsCsv, { body })).text();
    expect(csv.split('\r\n')[2]).toMatch(
      /,accepted,ok,device,entry,BLOCKED,qr_code,camera,Ada Berg,.*,refused,blocked$/,
    );

    const lookup = await clerk.api.call(lookupTicket, {
      body: { barcode: 'BLOCKED', checkpoint_id: north.gates[0].id },
    });
    expect(expectValue(lookup).history).toEqual([recordOf(letIn)]);
  });

  test('an undo of an entry that the device told late is told with the verdict that let in', async () => {
    await server.north.addTicket('UNDONE', { status: 'blocked' });
    const { id } = await scanLate('UNDONE', 'accepted', 'ok');
    const webhook = { params: { domain: 'North Pier' }, body: { url: 'https://shop.example/hook' } };
    expectValue(await clerk.api.call(createWebhook, webhook));
    const who = { device_id: 'd', claimed_at: iso(server.clock.now()), claimed_by: clerk.user.clerk };
    expectValue(await clerk.api.call(undoScan, { params: { id }, body: { id: server.newId(), ...who } }));
    const [message] = await server.db.selectFrom('webhook_deliveries').select('data').execute();
    expect((JSON.parse(message?.data ?? '{}') as WebhookData).scan).toMatchObject({
      outcome: 'accepted',
      reason: 'ok',
    });
  });
}
