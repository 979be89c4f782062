import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { PoolClient } from 'pg';

const MARK = '/* prepared */';

/**
 * The end of a statement that each connection to a server parses and plans once: one with many joins, whose text is always
 * the same, and whose tables hardly grow. Of a table that fills up, the plan for an empty one would stay. A migration may
 * add columns meanwhile, so it names those that it reads.
 */
export const PREPARED = sql.raw(MARK);

/** Lets a connection prepare the statements that end so. Their names follow from their text, for poolers between. */
export function prepareMarked(client: PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const prepared = (statement: unknown, values: unknown) =>
    typeof statement === 'string' && statement.endsWith(MARK)
      ? query({ name: nameOf(statement), text: statement, values })
      : query(statement, values);
  client.query = prepared as typeof client.query;
}

const names = new Map<string, string>();

function nameOf(statement: string): string {
  const known = names.get(statement);
  if (known) return known;
  const name = `scantix_${createHash('sha256').update(statement).digest('hex').slice(0, 32)}`;
  names.set(statement, name);
  return name;
}
