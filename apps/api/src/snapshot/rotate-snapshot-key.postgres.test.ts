import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countLockWaits } from '../testing/count-lock-waits.ts';
import { createSnapshotReader } from '../testing/snapshot-reader.ts';
import { START_MS } from '../testing/start-ms.ts';
import { type SignedIn, startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { createPostgresDatabase } from '../testing/test-databases.ts';
import { describeKeyRotation } from './rotate-snapshot-key.suite.ts';
import { rotateSnapshotKey } from './rotate-snapshot-key.ts';

describe('a rotation of the snapshot key on PostgreSQL', () => describeKeyRotation(createPostgresDatabase));

describe('a rotation of the snapshot key, while tickets change', () => {
  let server: TestServer;
  let clerk: SignedIn;
  beforeAll(async () => {
    server = await startTestServer(await createPostgresDatabase());
    clerk = await server.signIn();
  }, START_MS);
  afterAll(() => server.stop());

  const waiting = () => countLockWaits(server.db);

  test('has what was written before it began, and what waited for it is written under the new key', async () => {
    for (const barcode of ['BEFORE', 'AFTER', 'STILL']) await server.north.addTicket(barcode);
    const reader = createSnapshotReader({ api: clerk.api, checkpointId: server.north.gates[0].id });
    await reader.catchUp();
    const before = await server.db.startTransaction().execute();
    await before.updateTable('tickets').set({ note: 'written' }).where('barcode', '=', Buffer.from('BEFORE')).execute();
    const north = { id: server.north.id, name: 'North Pier' };
    const rotating = rotateSnapshotKey(server.db, north, { actor: { kind: 'system' } });
    await expect.poll(waiting).toBe(1);
    const scanning = clerk.post({ id: server.newId(), barcode: 'AFTER' });
    await expect.poll(waiting).toBe(2);
    await before.commit().execute();
    expect(await rotating).toEqual({ tickets: 3 });
    expect(await scanning).toMatchObject([{ status: 'recorded', verdict: { outcome: 'accepted' } }]);
    await reader.catchUp();
    expect(await reader.open('BEFORE')).toMatchObject({ note: 'written' });
    expect(await reader.open('AFTER')).toMatchObject({ entriesUsed: 1 });
    expect(await reader.open('STILL')).toMatchObject({ entriesUsed: 0 });
  });
});
