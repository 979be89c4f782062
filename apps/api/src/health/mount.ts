import type { Hono } from 'hono';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import type { AppEnv } from '../http/app-env.ts';
import type { Release } from '../process/installation.ts';

const DATABASE_DEADLINE_MS = 2_000;

interface Parts {
  readonly db: Database;
  readonly build: string;
  /** `undefined`: started from source. */
  readonly release?: Release | undefined;
  readonly isStarting: () => boolean;
  readonly isStopping: () => boolean;
}

/**
 * Mounts `/healthz` (the process runs) and `/readyz` (it can work; 503 while it starts or stops, or has no database to
 * write to). Both tell the build, and the version and commit of its release.
 */
export function mountHealth(app: Hono<AppEnv>, { db, build, release, isStarting, isStopping }: Parts): void {
  const program = { build, ...(release ?? { version: 'source' }) };
  const answer = (status: 'ok' | 'starting' | 'stopping' | 'no_database') =>
    Response.json(
      { status, ...program },
      { status: status === 'ok' ? 200 : 503, headers: { 'Cache-Control': 'no-store' } },
    );
  app.get('/healthz', () => answer('ok'));
  app.get('/readyz', async () => {
    if (isStarting()) return answer('starting');
    if (isStopping()) return answer('stopping');
    return answer((await databaseAnswers(db)) ? 'ok' : 'no_database');
  });
}

/** Whether the database answers in time, and can be written to: a replica cannot. */
async function databaseAnswers(db: Database): Promise<boolean> {
  const deadline = AbortSignal.timeout(DATABASE_DEADLINE_MS);
  const late = new Promise<false>((resolve) =>
    deadline.addEventListener('abort', () => resolve(false), { once: true }),
  );
  const question = sql<{ readOnly: string }>`select current_setting('transaction_read_only') as "readOnly"`
    .execute(db)
    .then(
      ({ rows }) => rows[0]?.readOnly === 'off',
      () => false,
    );
  return Promise.race([question, late]);
}
