import { type DatabaseConnection, type Driver, PGliteDialect, type PGliteDialectConfig, PGliteDriver } from 'kysely';

/** Milliseconds that queries may follow each other before everything else gets its turn. */
const TURN_MS = 10;

/**
 * Kysely's dialect for PGlite, which computes in this thread and answers by promises alone: Node serves no connection
 * and no timer while one query waits behind the other. Here they give way.
 */
export class FairPGliteDialect extends PGliteDialect {
  readonly #config: PGliteDialectConfig;

  constructor(config: PGliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): Driver {
    return new FairDriver(this.#config);
  }
}

class FairDriver extends PGliteDriver {
  #turnedAt = 0;

  /** One query or transaction at a time comes here: the dialect has one connection. */
  override async acquireConnection(): Promise<DatabaseConnection> {
    if (performance.now() - this.#turnedAt >= TURN_MS) {
      await new Promise((resolve) => setImmediate(resolve));
      this.#turnedAt = performance.now();
    }
    return super.acquireConnection();
  }
}
