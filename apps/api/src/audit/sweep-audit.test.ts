import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrate } from '../database/migrate.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { START_MS } from '../testing/start-ms.ts';
import { createMemoryDatabase, type TestDatabase } from '../testing/test-databases.ts';
import { AUDIT_KEPT_MS, sweepAudit } from './sweep-audit.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createMemoryDatabase();
  await migrate(database.db);
}, START_MS);
afterAll(() => database.drop());

test('lines of the audit log are deleted once they are 396 days old', async () => {
  const clock = createFakeClock();
  const { db } = database;
  const lineOf = (ageMs: number) => ({
    ...{ domain_id: null, action: 'key.rotated' as const, actor_kind: 'operator' as const, actor_id: null },
    ...{ actor_name: null, target_kind: null, target_id: String(ageMs), target_name: null },
    ...{ detail: null, address: null },
    at: new Date(clock.now() - ageMs),
  });
  const ages = [AUDIT_KEPT_MS + 2, AUDIT_KEPT_MS + 1, AUDIT_KEPT_MS, 0];
  await db.insertInto('audit_events').values(ages.map(lineOf)).execute();
  await sweepAudit({ db, clock });
  const left = await db.selectFrom('audit_events').select('target_id').orderBy('id').execute();
  expect(left.map(({ target_id }) => Number(target_id))).toEqual([AUDIT_KEPT_MS, 0]);
});
