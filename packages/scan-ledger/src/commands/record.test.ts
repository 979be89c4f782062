import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import { createScanLedger } from '../index.ts';
import { ANNA, read } from '../testing/create-world.ts';
import { createFakeServer, hang } from '../testing/index.ts';

test('a record does not wait until its scan can be sent, and counts once', async () => {
  const server = createFakeServer();
  const ledger = createScanLedger({
    transport: server,
    owner: () => ANNA,
    deviceId: async () => 'device-1',
    databaseName: 'count-race',
  });
  await ledger.start();
  const { scan } = await ledger.record(read('A'));
  await ledger.decide(scan.id);
  await ledger.drain();
  server.always(hang);
  const opening = Promise.withResolvers<void>();
  const { decrypt } = crypto.subtle;
  using opened = vi.spyOn(crypto.subtle, 'decrypt').mockImplementationOnce(async (...what) => {
    await opening.promise;
    return decrypt.apply(crypto.subtle, what);
  });
  const recorded = vi.fn();
  void ledger.record(read('B')).then(recorded);
  await vi.waitFor(() => expect(opened).toHaveBeenCalled());
  await vi.waitFor(() => expect(recorded).toHaveBeenCalled());
  await ledger.refreshTickets();
  expect(ledger.getSnapshot().waiting).toBe(1);
  opening.resolve();
  await ledger.stop();
});
