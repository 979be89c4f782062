import { accessSync, constants, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statfsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { messages, PGlite } from '@electric-sql/pglite';
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  type MigrationLockOptions,
  PostgresAdapter,
  sql,
} from 'kysely';
import { Pool } from 'pg';
import { DURABLE_START, DurableFileSystem, type Sync, syncFolder, syncPath } from './durable-file-system.ts';
import { FairPGliteDialect } from './fair-pglite-dialect.ts';
import { closeUseless } from './lost-database.ts';
import { NamedPostgresDialect } from './named-postgres-dialect.ts';
import { prepareMarked } from './prepared-statements.ts';
import type { Database, Tables } from './tables.ts';

/** The version of PostgreSQL in PGlite: it starts no database of another one. */
const EMBEDDED_VERSION = '18';

/** The PostgreSQL server does not accept a connection or this user, or the embedded database does not start. */
export class DatabaseUnreachableError extends Error {
  override readonly name = 'DatabaseUnreachableError';
}

/**
 * Opens PostgreSQL inside this process: in `folder`, or in memory without one. In a folder, a transaction that has ended
 * is on the disk. `onPanic` is called when PostgreSQL has panicked, as with a full disk below its log. A server of its own
 * would end; here the next query would wait for a lock that nobody holds, and keep the thread for ever.
 */
export async function openEmbeddedDatabase({
  folder,
  sync,
  onPanic = () => {},
}: {
  folder?: string;
  sync?: Sync;
  onPanic?: (error: Error) => void;
} = {}): Promise<Database> {
  const pglite = folder ? await openFolder(folder, sync) : await PGlite.create();
  const run = pglite.execProtocolStream.bind(pglite);
  let panic: messages.DatabaseError | undefined;
  // Below transactions: PGlite rolls one back that has failed.
  pglite.execProtocolStream = async (...message) => {
    if (panic) throw panic;
    try {
      return await run(...message);
    } catch (error) {
      if (error instanceof messages.DatabaseError && error.severity === 'PANIC') {
        panic = error;
        onPanic(error);
      }
      throw error;
    }
  };
  return new Kysely<Tables>({ dialect: new FairPGliteDialect({ pglite }) });
}

async function openFolder(folder: string, sync?: Sync): Promise<PGlite> {
  if (!existsSync(folder)) await makeFolder(folder, sync);
  // PGlite does not say why it cannot open a file.
  accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  return startInFolder(folder, sync);
}

async function startInFolder(folder: string, sync?: Sync): Promise<PGlite> {
  try {
    return await PGlite.create({ fs: new DurableFileSystem(folder, sync), startParams: DURABLE_START });
  } catch (cause) {
    const reason = otherVersionOf(folder) ?? freeSpaceOf(folder);
    throw new DatabaseUnreachableError(`The database in ${folder} cannot be started; ${reason}:`, { cause });
  }
}

/** PGlite tells no reason. Another version of PostgreSQL is one, as after a restore or in an older build. */
function otherVersionOf(folder: string): string | undefined {
  const file = join(folder, 'PG_VERSION');
  const version = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  if (!/^\d+$/.test(version) || version === EMBEDDED_VERSION) return undefined;
  return `it is of PostgreSQL ${version}, and this build has ${EMBEDDED_VERSION}`;
}

/** A full disk is another reason. */
function freeSpaceOf(folder: string): string {
  const { bavail, bsize } = statfsSync(folder);
  return `${Math.floor((bavail * bsize) / 1e6)} MB are free on its disk`;
}

/** Makes the database beside and renames it: after a power cut there is all of it or none. */
async function makeFolder(folder: string, sync?: Sync): Promise<void> {
  const unfinished = `${folder}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  const pglite = await startInFolder(unfinished, () => {});
  await pglite.close();
  await syncFolder(unfinished, sync);
  renameSync(unfinished, folder);
  await syncPath(dirname(folder), sync);
}

/** What PostgreSQL calls this program; in a transaction of a request its id follows. */
const APPLICATION_NAME = 'scantix-api';

/**
 * The planner thinks that reports read more than they do, and would compile them for seconds. Of two gates at once the one
 * that waits for a lock sees what the other one has done: a server with another default would end its transaction. The driver
 * reads no times of another style.
 */
const SESSION_OPTIONS = '-c jit=off -c datestyle=iso -c default_transaction_isolation=read\\ committed';

/** Options in the address would take the place of the program's own: these follow them, and of two with one name the last counts. */
const withSessionOptions = (url: string) =>
  url.replace(/[?&]options=[^&]*/, (own) => `${own}${encodeURIComponent(` ${SESSION_OPTIONS}`)}`);

/** Opens a PostgreSQL server by its connection string. */
export function openPostgres({
  url,
  maxConnections,
  onIdleError,
  onPool,
}: {
  url: string;
  maxConnections: number;
  /** Called when an unused connection breaks; the pool replaces it. */
  onIdleError: (error: Error) => void;
  /** Gets the pool, to watch it. */
  onPool?: (pool: Pool) => void;
}): Database {
  const pool = new Pool({
    connectionString: withSessionOptions(url),
    max: maxConnections,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 15_000,
    // A server that has vanished tells nothing, and a commit that waits for its replica has no limit of its own.
    query_timeout: 20_000,
    keepAlive: true,
    idle_in_transaction_session_timeout: 15_000,
    application_name: APPLICATION_NAME,
    options: SESSION_OPTIONS,
  });
  pool.on('error', onIdleError);
  onPool?.(pool);
  surviveLostConnections(pool);
  closeUseless(pool);
  pool.on('connect', prepareMarked);
  return new Kysely<Tables>({ dialect: new NamedPostgresDialect({ pool, name: APPLICATION_NAME }) });
}

/**
 * Ends the statement of a process that was killed: until its end it would hold its locks, and scans wait for these. A server
 * on Windows cannot.
 */
const END_WITH_PROCESS = `do $$ begin set client_connection_check_interval = 1000;
  exception when invalid_parameter_value or undefined_object then null; end $$`;

/** What PostgreSQL calls a migration. */
const MIGRATION_NAME = 'scantix-migration';

/**
 * Opens one connection for migrations. A change of a large table takes as long as it needs. A lock on a table is waited for
 * 2 s at most, since every scan waits behind that request: see `migrate`.
 */
export function openForMigration({ url }: { url: string }): Database {
  const pool = new Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: 5_000,
    application_name: MIGRATION_NAME,
  });
  // The next statement reports a connection that was lost meanwhile.
  pool.on('error', () => {});
  surviveLostConnections(pool);
  const onCreateConnection = async (connection: DatabaseConnection) => {
    const limits = { statement_timeout: 0, lock_timeout: 2_000, idle_in_transaction_session_timeout: 0 };
    for (const [limit, ms] of Object.entries(limits)) {
      await connection.executeQuery(CompiledQuery.raw(`set ${limit} = ${ms}`));
    }
    await connection.executeQuery(CompiledQuery.raw(END_WITH_PROCESS));
  };
  return new Kysely<Tables>({ dialect: new MigrationDialect({ pool, name: MIGRATION_NAME, onCreateConnection }) });
}

class MigrationDialect extends NamedPostgresDialect {
  override createAdapter(): PostgresAdapter {
    return new MigrationAdapter();
  }
}

class MigrationAdapter extends PostgresAdapter {
  /** The lock ends with its connection. An error here would take the place of the one that says why it was lost. */
  override async releaseMigrationLock(db: Kysely<unknown>, options: MigrationLockOptions): Promise<void> {
    await super.releaseMigrationLock(db, options).catch(() => {});
  }
}

/**
 * The pool listens for errors of unused connections only. One that is lost between two statements of a transaction would
 * end the process; its next statement reports the loss.
 */
function surviveLostConnections(pool: Pool): void {
  pool.on('connect', (client) => client.on('error', () => {}));
}

/**
 * Connects to the server for the first time.
 * @throws DatabaseUnreachableError
 */
export async function reachDatabase(db: Database): Promise<void> {
  await sql`select 1`.execute(db).catch(refuseUnreachable);
}

/** @throws DatabaseUnreachableError */
export function refuseUnreachable(cause: unknown): never {
  throw new DatabaseUnreachableError('The PostgreSQL server of DATABASE_URL cannot be used:', { cause });
}
