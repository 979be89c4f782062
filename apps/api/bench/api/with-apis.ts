import { startApi } from '../../../../scripts/bench/api-process.ts';
import { type BenchDatabase, createDatabase } from '../../../../scripts/bench/database.ts';
import { AUTH_SECRET } from './venue.ts';

/** The processes of the API on one database. */
export interface RunningApis {
  readonly origins: readonly string[];
  readonly pids: readonly number[];
}

/** Uses a copy of a database, and drops it. */
export async function onCopy<Result>(
  source: BenchDatabase,
  use: (copy: BenchDatabase) => Promise<Result>,
): Promise<Result> {
  const copy = await createDatabase({ template: source });
  return use(copy).finally(() => copy.drop());
}

/**
 * Runs the API on a copy of a database.
 * @param connections to the database, of all processes together
 */
export function withApis<Result>(
  source: BenchDatabase,
  { processes, connections }: { processes: number; connections: number },
  use: (apis: RunningApis) => Promise<Result>,
): Promise<Result> {
  return onCopy(source, async ({ url }) => {
    const DATABASE_CONNECTIONS = String(Math.floor(connections / processes));
    const apis: Awaited<ReturnType<typeof startApi>>[] = [];
    try {
      while (apis.length < processes)
        apis.push(await startApi({ DATABASE_URL: url, AUTH_SECRET, DATABASE_CONNECTIONS }));
      return await use({ origins: apis.map(({ origin }) => origin), pids: apis.map(({ pid }) => pid) });
    } finally {
      await Promise.all(apis.map((api) => api.kill()));
    }
  });
}
