import { getReportBreakdown, getReportSummary, undoScan } from '@scantix/api-contract';
import { beforeAll, expect, test } from 'vitest';
import { expectValue, type SignedIn, type TestServer } from '../testing/start-test-server.ts';
import { SHARED_FOR_MS } from './share-results.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DECIDED = { reason: 'server_unreachable', certainty: 'device', mode: 'entry' } as const;

/** How reports count what reaches the server late: scans, and the verdicts that a device has given meanwhile. */
export function describeLateReports(context: () => TestServer): void {
  let server: TestServer;
  let south: SignedIn;
  beforeAll(async () => {
    server = context();
    south = await server.signIn(server.south.clerk.login);
  });
  const iso = (ms: number) => new Date(ms).toISOString();
  const minuteOf = (start: number) => ({ from: iso(start), to: iso(start + MINUTE_MS) });
  const summary = async (start: number) => {
    server.clock.advance(SHARED_FOR_MS);
    return expectValue(await south.api.call(getReportSummary, { query: minuteOf(start) }));
  };

  test('a scan that came late counts when it happened and as offline', async () => {
    await server.south.addTicket('LATE');
    const happened = server.clock.now();
    server.clock.advance(20 * MINUTE_MS);
    await south.post({
      id: server.newId(),
      barcode: 'LATE',
      claimed_at: iso(happened),
      clock_offset_ms: 0,
      checkpoint_id: server.south.gates[0].id,
    });
    expect(await summary(happened)).toMatchObject({ scans: 1, offline_share: 1, decision_ms: null });
  });

  test('a visitor counts as the device told while the server’s answer was on its way', async () => {
    await server.south.addTicket('LATE-WORD');
    await server.south.addTicket('LATE-REFUSAL');
    server.clock.advance(HOUR_MS);
    const start = server.clock.now();
    const scanned = (barcode: string, device_id: string) => ({
      ...{ id: server.newId(), barcode, device_id, checkpoint_id: server.south.gates[0].id },
      claimed_at: iso(start),
    });
    const shown = (outcome: 'accepted' | 'refused', reason: 'ok' | 'already_used') => ({
      device_verdict: { outcome, reason, certainty: 'device' as const, mode: 'entry' as const, decided_at: iso(start) },
    });
    await south.post(scanned('LATE-WORD', 'other'));
    const letIn = scanned('LATE-WORD', 'late');
    const turnedAway = scanned('LATE-REFUSAL', 'late');
    await south.post(letIn, turnedAway);
    const count = async () => {
      const { scans, admitted, refused } = await summary(start);
      return { scans, admitted, refused };
    };
    expect(await count()).toEqual({ scans: 3, admitted: 2, refused: 1 });
    await south.post({ ...letIn, ...shown('accepted', 'ok') });
    expect(await count()).toEqual({ scans: 3, admitted: 3, refused: 0 });
    await south.post({ ...turnedAway, ...shown('refused', 'already_used') });
    expect(await count()).toEqual({ scans: 3, admitted: 2, refused: 1 });
    const query = { ...minuteOf(start), by: 'reason' as const };
    const { groups } = expectValue(await south.api.call(getReportBreakdown, { query }));
    expect(groups).toMatchObject([
      { key: 'ok', admitted: 2, refused: 0 },
      { key: 'already_used', admitted: 0, refused: 1 },
    ]);
  });

  test('a check counts as the device told while the server’s answer was on its way', async () => {
    server.clock.advance(HOUR_MS);
    const start = server.clock.now();
    const check = {
      ...{ id: server.newId(), barcode: 'NO-TICKET', mode: 'check' as const, claimed_at: iso(start) },
      checkpoint_id: server.south.gates[0].id,
    };
    await south.post(check);
    expect((await summary(start)).refused).toBe(1);
    const told = { outcome: 'accepted', ...DECIDED, mode: 'check', decided_at: iso(start) } as const;
    await south.post({ ...check, device_verdict: told });
    expect((await summary(start)).refused).toBe(0);
  });

  test('a visitor without a ticket counts as told late too, and can be taken back', async () => {
    server.clock.advance(HOUR_MS);
    const start = server.clock.now();
    const scanned = (barcode: string) => ({
      ...{ id: server.newId(), barcode, checkpoint_id: server.south.gates[0].id, claimed_at: iso(start) },
    });
    const shown = (outcome: 'accepted' | 'refused', clerk_decision: 'let_in' | 'turned_away') => ({
      ...{ clerk_decision, device_verdict: { outcome, ...DECIDED, decided_at: iso(start) } },
    });
    const count = async () => {
      const { admitted, refused, taken_back } = await summary(start);
      return [admitted, refused, taken_back];
    };
    const letIn = scanned('NO-TICKET');
    await south.post(letIn);
    expect(await count()).toEqual([0, 1, 0]);
    await south.post({ ...letIn, ...shown('accepted', 'let_in') });
    expect(await count()).toEqual([1, 0, 0]);
    const undo = { id: server.newId(), device_id: 'd', claimed_at: iso(start), claimed_by: south.user.clerk };
    expectValue(await south.api.call(undoScan, { params: { id: letIn.id }, body: undo }));
    expect(await count()).toEqual([0, 0, 1]);
    await server.db.updateTable('domains').set({ ticketing: 'off' }).where('id', '=', server.south.id).execute();
    const turnedAway = scanned('COLLECTED');
    await south.post(turnedAway);
    expect(await count()).toEqual([1, 0, 1]);
    await south.post({ ...turnedAway, ...shown('refused', 'turned_away') });
    expect(await count()).toEqual([0, 1, 2]);
    await server.db.updateTable('domains').set({ ticketing: 'on' }).where('id', '=', server.south.id).execute();
  });
}
