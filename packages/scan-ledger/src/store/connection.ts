import { type OpenDatabaseOptions, openDatabase } from './open-database.ts';
import { isConnectionLost, toLedgerError } from './to-ledger-error.ts';

/** A database connection, opened on first use and reopened after the system closed it. */
export interface Connection {
  /**
   * Runs `use` with the open database; once more with a new connection if the old one was lost, or was deleted while it
   * opened.
   * @throws LedgerError
   */
  run<T>(use: (database: IDBDatabase) => Promise<T>): Promise<T>;
  close(): void;
}

/** Options of createConnection. */
export type ConnectionOptions = Omit<OpenDatabaseOptions, 'onClosed' | 'log'> &
  Partial<Pick<OpenDatabaseOptions, 'log'>>;

/** Creates an unopened connection. @param onClosed called when the open database was closed from outside */
export function createConnection({ log = () => {}, ...options }: ConnectionOptions, onClosed = () => {}): Connection {
  let opening: Promise<IDBDatabase> | null = null;

  function open(): Promise<IDBDatabase> {
    if (opening) return opening;
    const mine = openDatabase({
      ...options,
      log,
      onClosed() {
        forget(mine);
        onClosed();
      },
    });
    opening = mine;
    // A failure is not remembered: the next use opens again.
    mine.catch(() => forget(mine));
    return mine;
  }

  function forget(which: Promise<IDBDatabase>): void {
    if (opening === which) opening = null;
  }

  async function attempt<T>(use: (database: IDBDatabase) => Promise<T>, mayReopen: boolean): Promise<T> {
    const current = open();
    try {
      return await use(await current);
    } catch (cause) {
      if (!mayReopen || !isConnectionLost(cause)) throw toLedgerError(cause);
      log({ name: 'ledger-storage-lost', cause, properties: { database: options.name } });
      close(current);
      forget(current);
      return attempt(use, false);
    }
  }

  async function run<T>(use: (database: IDBDatabase) => Promise<T>): Promise<T> {
    try {
      return await attempt(use, true);
    } catch (cause) {
      const { code } = toLedgerError(cause);
      log({ name: 'ledger-storage-failed', level: 'warn', cause, properties: { database: options.name, code } });
      throw cause;
    }
  }

  return {
    run,
    close() {
      if (opening) close(opening);
      opening = null;
    },
  };
}

function close(opening: Promise<IDBDatabase>): void {
  opening.then(
    (database) => database.close(),
    () => {},
  );
}
