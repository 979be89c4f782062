import { postScans } from '@scantix/api-contract';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { createApp } from '../../src/create-app.ts';
import type { Database, Tables } from '../../src/database/tables.ts';
import { appParts } from './venue.ts';

/** A call with scans. */
export interface ScansCall {
  readonly token: string;
  readonly body: string;
}

/** The statements of a call with their parameters, as SQL. */
export type RecordedCall = readonly string[];

/**
 * Makes calls at an app in this process, one after the other. Resolves with the statements that each sent to the database:
 * nothing shares a transaction with it.
 */
export async function recordCalls(url: string, calls: readonly ScansCall[]): Promise<RecordedCall[]> {
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  let sent: string[] = [];
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    const recording = (statement: unknown, values: readonly unknown[] = [], ...rest: unknown[]) => {
      if (typeof statement === 'string') sent.push(withValues(statement, values));
      return query(statement, values, ...rest);
    };
    client.query = recording as typeof client.query;
  });
  const db: Database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const app = createApp(appParts(db));
  const recorded: RecordedCall[] = [];
  try {
    for (const { token, body } of calls) {
      sent = [];
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
      const answer = await app.request(postScans.path, { method: 'POST', headers, body });
      if (!answer.ok) throw new Error(`A call was answered ${answer.status}: ${await answer.text()}`);
      // Devices are noted once a minute, keys are read once a process.
      recorded.push(sent.filter((statement) => !/"devices"|"signing_keys" order/.test(statement.slice(0, 200))));
    }
  } finally {
    await db.destroy();
  }
  return recorded;
}

function withValues(statement: string, values: readonly unknown[]): string {
  return `${statement.replace(/\$(\d+)/g, (_, place) => literal(values[Number(place) - 1]))};`;
}

/** A parameter as the driver sends it: text of a type that the statement chooses. */
function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  return `'${asText(value).replaceAll("'", "''")}'`;
}

function asText(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString('hex')}`;
  if (Array.isArray(value)) return `{${value.map((item) => JSON.stringify(asText(item))).join(',')}}`;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
