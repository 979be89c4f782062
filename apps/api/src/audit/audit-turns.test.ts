import { listAudit } from '@scantix/api-contract/admin';
import { expect, test } from 'vitest';
import { migrate } from '../database/migrate.ts';
import type { Database } from '../database/tables.ts';
import { START_MS } from '../testing/start-ms.ts';
import { expectValue, startTestServer } from '../testing/start-test-server.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';

test('of many pages of the audit log that a manager asks for at once four are read at a time', {
  timeout: START_MS,
}, async () => {
  const slow = await createMemoryDatabase();
  await migrate(slow.db);
  const database = await createMemoryDatabase();
  let asked = 0;
  const db = new Proxy(database.db, {
    get(target, name) {
      if (name !== 'selectFrom') {
        const value = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      }
      return (table: Parameters<Database['selectFrom']>[0]) => {
        if (table !== 'audit_events') return target.selectFrom(table);
        asked += 1;
        return slow.db.selectFrom(table);
      };
    },
  });
  const server = await startTestServer(database, { db });
  const { api } = await server.signIn();
  const busy = Promise.withResolvers<void>();
  const other = slow.db.transaction().execute(() => busy.promise);
  const params = { domain: server.north.id };
  const answers = Array.from({ length: 50 }, () => api.call(listAudit, { params, query: { action: 'key.rotated' } }));
  await server.signIn(server.north.colleague.login);
  await expect.poll(() => asked).toBe(4);
  busy.resolve();
  await other;
  for (const answer of answers) expectValue(await answer);
  expect(asked).toBe(50);
  await server.stop();
  await slow.drop();
});
