import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type TransactionSettings,
} from 'kysely';
import { currentRequestId } from '../system/current-request.ts';

interface NamedConfig extends PostgresDialectConfig {
  /** The `application_name` before the request's id. */
  readonly name: string;
}

/**
 * Kysely's dialect; a transaction has the id of its request in `application_name`, and fails with the error that ended it, also
 * where its connection is lost.
 */
export class NamedPostgresDialect extends PostgresDialect {
  readonly #config: NamedConfig;

  constructor(config: NamedConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new NamedDriver(this.#config);
  }
}

class NamedDriver extends PostgresDriver {
  readonly #name: string;

  constructor({ name, ...config }: NamedConfig) {
    super(config);
    this.#name = name;
  }

  /** The name travels with `begin`, in one message: a statement of its own would be a round trip more. */
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    const requestId = currentRequestId();
    if (requestId === undefined) return super.beginTransaction(connection, settings);
    const { isolationLevel, accessMode } = settings;
    const begin = ['begin', isolationLevel ? `isolation level ${isolationLevel}` : '', accessMode ?? ''].join(' ');
    // The middleware takes no id with a quote. PostgreSQL cuts the name at 63 bytes.
    const name = `${this.#name} ${requestId}`;
    await connection.executeQuery(CompiledQuery.raw(`${begin}; set local application_name to '${name}'`));
  }

  /** A connection that is lost has rolled back. An error here would take the place of the one that says why. */
  override async rollbackTransaction(...args: Parameters<PostgresDriver['rollbackTransaction']>): Promise<void> {
    await super.rollbackTransaction(...args).catch(() => {});
  }
}
