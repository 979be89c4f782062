import { type OpenDatabaseOptions, openDatabase } from './open-database.ts';
import { isConnectionLost, toLedgerError } from './to-ledger-error.ts';

/** A database connection, opened on first use and reopened after the system closed it. */
export interface Connection {
  /**
   * Runs `use` with the open database; once more with a new connection if the old one was lost.
   * @throws LedgerError
   */
  run<T>(use: (database: IDBDatabase) => Promise<T>): Promise<T>;
  close(): void;
}

/** Creates an unopened connection. @param onClosed called when the open database was closed from outside */
export function createConnection(options: Omit<OpenDatabaseOptions, 'onClosed'>, onClosed = () => {}): Connection {
  let opening: Promise<IDBDatabase> | null = null;

  function open(): Promise<IDBDatabase> {
    if (opening) return opening;
    const mine = openDatabase({
      ...options,
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
    const database = await current;
    try {
      return await use(database);
    } catch (cause) {
      if (!mayReopen || !isConnectionLost(cause)) throw toLedgerError(cause);
      database.close();
      forget(current);
      return attempt(use, false);
    }
  }

  return {
    run: (use) => attempt(use, true),
    close() {
      const current = opening;
      opening = null;
      current?.then(
        (database) => database.close(),
        () => {},
      );
    },
  };
}
