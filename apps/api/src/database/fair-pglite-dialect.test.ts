import { Kysely, type PGliteDialectConfig, sql } from 'kysely';
import { expect, test } from 'vitest';
import { FairPGliteDialect } from './fair-pglite-dialect.ts';

const QUERIES = 50;
const QUERY_MS = 3;

test('queries that wait for each other let the event loop turn', async () => {
  const query = async () => {
    const startedAt = performance.now();
    while (performance.now() - startedAt < QUERY_MS);
    return { rows: [] };
  };
  const pglite = { ready: true, closed: false, query } as unknown as PGliteDialectConfig['pglite'];
  const db = new Kysely({ dialect: new FairPGliteDialect({ pglite }) });
  let turns = 0;
  let isDone = false;
  const turn = () => {
    turns += 1;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  await Promise.all(Array.from({ length: QUERIES }, () => sql`select 1`.execute(db)));
  isDone = true;
  // Every 10 ms of at least 150.
  expect(turns).toBeGreaterThan(5);
});
