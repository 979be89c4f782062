import { type DatabaseConnection, DummyDriver, Kysely, PostgresAdapter, PostgresQueryCompiler } from 'kysely';
import type { Database, Tables } from '../database/tables.ts';

/** Answers a statement with rows, or rejects. A statement that is not answered has none. */
type Script = (
  sql: string,
  parameters: readonly unknown[],
) => readonly object[] | undefined | Promise<readonly object[] | undefined>;

/** Creates a database that answers when and what a test says: no real one stops where it is asked to. */
export function createScriptedDatabase(script: Script): Database {
  const connection = {
    async executeQuery({ sql, parameters }: { sql: string; parameters: readonly unknown[] }) {
      return { rows: [...((await script(sql, parameters)) ?? [])] };
    },
    streamQuery() {
      throw new Error('Nothing is streamed');
    },
  };
  class Driver extends DummyDriver {
    override async acquireConnection() {
      return connection as unknown as DatabaseConnection;
    }
  }
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new Driver(),
      createIntrospector: () => {
        throw new Error('Nothing is introspected');
      },
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
}
