import { describe, expect, test } from 'vitest';
import { START_MS } from '../testing/start-ms.ts';
import { startTestServer } from '../testing/start-test-server.ts';
import { createPostgresDatabase } from '../testing/test-databases.ts';
import { describeSweep } from './sweep-scans.suite.ts';
import { sweepScans } from './sweep-scans.ts';

describe('the sweep of scans on PostgreSQL', () => describeSweep(createPostgresDatabase));

test('processes that sweep at once leave no name in old scans', { timeout: START_MS }, async () => {
  const server = await startTestServer(await createPostgresDatabase());
  const clerk = await server.signIn();
  await server.north.addTicket('SWEPT', { holder: 'Erika Swept' });
  const ids = Array.from({ length: 120 }, () => server.newId());
  await clerk.post(...ids.map((id) => ({ id, barcode: 'SWEPT' })));
  for (const [index, id] of ids.entries()) {
    const days = index < 60 ? 100 : 50;
    const received_at = new Date(server.clock.now() - days * 86_400_000 + index * 1_000);
    await server.db.updateTable('scans').set({ received_at }).where('id', '=', id).execute();
  }
  await server.db.updateTable('domains').set({ erase_after_days: 45, delete_after_days: 60 }).execute();
  await Promise.all([1, 2, 3].map(() => sweepScans({ ...server, scansAtOnce: 2 })));
  const left = await server.db.selectFrom('scans').select('search_text').execute();
  expect(left).toHaveLength(60);
  expect(left.filter(({ search_text }) => search_text.includes('erika'))).toEqual([]);
  await server.stop();
});
