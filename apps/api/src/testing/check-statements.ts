import { PostgresQueryCompiler } from 'kysely';
import type { Database } from '../database/tables.ts';
import { currentRequestId } from '../system/current-request.ts';
import { PARTITIONED } from './partition-tables.ts';

/** These have few rows: a statement that joins them by their ids costs each node little. */
const SMALL = ['workgroups', 'checkpoints', 'workgroup_checkpoints', 'devices', 'device_keys'];
const GROWING = PARTITIONED.filter((table) => !SMALL.includes(table));

/**
 * A database that looks at every statement of a request.
 * @param found gets those that would ask every node of a server that spreads domains over nodes
 */
export function checkStatements(db: Database, found: string[]): Database {
  const compiler = new PostgresQueryCompiler();
  return db.withPlugin({
    transformQuery({ node, queryId }) {
      if (currentRequestId() !== undefined) {
        const { sql } = compiler.compileQuery(node, queryId);
        if (!namesDomains(sql)) found.push(sql);
      }
      return node;
    },
    transformResult: async ({ result }) => result,
  });
}

/** Whether a statement has a condition on the domain for each growing table that it reads or changes, or says that it has none. */
export function namesDomains(sql: string): boolean {
  if (sql.includes('/* Of all domains. */')) return true;
  const tables = [...sql.matchAll(/\b(?:from|join|update|into)\s+"?(\w+)"?(?=(\s*\([^)]*\bdomain_id\b)?)/g)];
  const asked = tables.filter(([, table = '', hasColumn]) => GROWING.includes(table) && !hasColumn);
  const conditions = sql.match(/\bdomain_id"?\s*(?:=|in\b)|\(domain_id\)|\("?domain_id"?, [^)]*\) (?:=|in)/g) ?? [];
  return conditions.length >= asked.length;
}
