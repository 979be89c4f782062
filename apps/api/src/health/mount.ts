import type { Hono } from 'hono';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import type { AppEnv } from '../http/app-env.ts';

const DATABASE_DEADLINE_MS = 2_000;

/** Mounts `/healthz` (the process runs, and its build) and `/readyz` (it can work; 503 while it stops or has no database). */
export function mountHealth(
  app: Hono<AppEnv>,
  { db, build, isStopping }: { db: Database; build: string; isStopping: () => boolean },
): void {
  const answer = (status: 'ok' | 'stopping' | 'no_database') =>
    Response.json({ status, build }, { status: status === 'ok' ? 200 : 503, headers: { 'Cache-Control': 'no-store' } });
  app.get('/healthz', () => answer('ok'));
  app.get('/readyz', async () => {
    if (isStopping()) return answer('stopping');
    return answer((await databaseAnswers(db)) ? 'ok' : 'no_database');
  });
}

async function databaseAnswers(db: Database): Promise<boolean> {
  const deadline = AbortSignal.timeout(DATABASE_DEADLINE_MS);
  const late = new Promise<false>((resolve) =>
    deadline.addEventListener('abort', () => resolve(false), { once: true }),
  );
  const question = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  );
  return Promise.race([question, late]);
}
