import { afterAll, beforeAll, expect, test } from 'vitest';
import { inRequest } from '../system/current-request.ts';
import { createScanStore, type ScanStore } from '../testing/scan-store.ts';

let store: ScanStore;
beforeAll(async () => {
  store = await createScanStore();
});
afterAll(() => store.drop());

test('an entry that a late verdict gives back is audited with the request and address of its own call', async () => {
  const { north, queue, db } = store;
  await north.addTicket('GIVEN-BACK');
  const scan = store.scanAt(north, { barcode: 'GIVEN-BACK' });
  await store.record(store.signedIn(north), scan);
  /** Delivers a scan in a request of its own, as the server does. */
  const deliver = (requestId: string, address: string, one: typeof scan) =>
    inRequest(requestId, () => queue.record({ submitter: store.signedIn(north), address, requestId }, [one]));
  const shown = { outcome: 'refused', reason: 'already_used', certainty: 'device', mode: 'entry' } as const;
  const device_verdict = { ...shown, decided_at: scan.claimed_at };
  // The first call opens the queue of the domain, and the other one shares its transactions.
  const answers = await Promise.all([
    deliver('of-another', '10.0.0.1', store.scanAt(north)),
    deliver('of-the-refusal', '10.0.0.2', { ...scan, device_verdict }),
  ]);
  expect(answers.flatMap(({ failures }) => failures)).toEqual([]);
  const lines = await db.selectFrom('audit_events').selectAll().where('action', '=', 'scan.withdrawn').execute();
  expect(lines).toMatchObject([{ target_id: scan.id, request_id: 'of-the-refusal', address: '10.0.0.2' }]);
});
