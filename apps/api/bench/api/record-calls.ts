import { postScans } from '@scantix/api-contract';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { createApp } from '../../src/create-app.ts';
import { prepareMarked } from '../../src/database/prepared-statements.ts';
import type { Database, Tables } from '../../src/database/tables.ts';
import { appParts } from './venue.ts';

/** A call with scans. */
export interface ScansCall {
  readonly token: string;
  readonly body: string;
}

/** The statements of calls with their parameters, as SQL. */
export interface RecordedCalls {
  /** What a connection prepares before, as those of the API do. */
  readonly prepared: readonly string[];
  readonly calls: readonly (readonly string[])[];
}

/** How the driver sends a statement that is prepared. */
interface NamedStatement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * Makes calls at an app in this process, one after the other. Resolves with the statements that each sent to the database:
 * nothing shares a transaction with it.
 */
export async function recordCalls(url: string, calls: readonly ScansCall[]): Promise<RecordedCalls> {
  const pool = new pg.Pool({ connectionString: url, max: 4 });
  // An ended pool may still be closing sockets when the database is dropped.
  pool.on('error', () => {});
  let sent: string[] = [];
  const prepared = new Map<string, string>();
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    const recording = (statement: string | NamedStatement, values: readonly unknown[] = []) => {
      if (typeof statement === 'string') {
        sent.push(withValues(statement, values));
        return query(statement, values);
      }
      prepared.set(statement.name, `prepare ${statement.name} as ${statement.text};`);
      sent.push(`execute ${statement.name} (${statement.values.map(literal).join(', ')});`);
      return query(statement);
    };
    client.query = recording as typeof client.query;
    prepareMarked(client);
  });
  const db: Database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const app = createApp(appParts(db));
  const recorded: string[][] = [];
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
  return { prepared: [...prepared.values()], calls: recorded };
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
