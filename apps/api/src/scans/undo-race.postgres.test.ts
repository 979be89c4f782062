import { undoScan } from '@scantix/api-contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countLockWaits } from '../testing/count-lock-waits.ts';
import { START_MS } from '../testing/start-ms.ts';
import { expectValue, type SignedIn, startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { createPostgresDatabase } from '../testing/test-databases.ts';

let server: TestServer;
let clerk: SignedIn;
beforeAll(async () => {
  server = await startTestServer(await createPostgresDatabase());
  clerk = await server.signIn();
}, START_MS);
afterAll(() => server.stop());

test('an undo that waits for a late verdict over a code that became a ticket gives that ticket back', async () => {
  const shown = { outcome: 'accepted', reason: 'ok', certainty: 'device', mode: 'entry' } as const;
  const { device_id, claimed_by, claimed_at } = clerk.scan();
  const id = server.newId();
  // No ticket has the code yet: the device let the visitor in, so there is something to take back.
  await clerk.post({ id, barcode: 'SOLD-MEANWHILE', device_verdict: { ...shown, decided_at: claimed_at } });
  const ticketId = await server.north.addTicket('SOLD-MEANWHILE', { entries_used: 1, inside: 1 });

  const { promise: isLocked, resolve: hasLocked } = Promise.withResolvers<void>();
  const { promise: isUndoing, resolve: letGo } = Promise.withResolvers<void>();
  // As a late verdict does: under the locks of ticket and scan it gives the scan its ticket and effect.
  const late = server.db.transaction().execute(async (trx) => {
    await trx.selectFrom('tickets').select('id').where('id', '=', ticketId).forUpdate().execute();
    await trx
      .updateTable('scans')
      .set({ ticket_id: ticketId, effect: 'enter', effect_at: new Date(server.clock.now()) })
      .where('id', '=', id)
      .execute();
    hasLocked();
    await isUndoing;
  });
  await isLocked;
  const body = { id: server.newId(), device_id, claimed_by, claimed_at };
  const undo = clerk.api.call(undoScan, { params: { id }, body });
  await expect.poll(() => countLockWaits(server.db)).toBe(1);
  letGo();
  await late;
  expect(expectValue(await undo)).toMatchObject({ status: 'recorded', change: expect.any(Number) });
  const ticket = server.db.selectFrom('tickets').select(['entries_used', 'inside']).where('id', '=', ticketId);
  expect(await ticket.executeTakeFirst()).toEqual({ entries_used: 0, inside: 0 });
});
