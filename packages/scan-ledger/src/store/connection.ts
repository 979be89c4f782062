import { type OpenDatabaseOptions, openDatabase } from './open-database.ts';
import { isConnectionLost, toLedgerError } from './to-ledger-error.ts';

/** A database that is opened when first used and again when the system dropped it. */
export interface Connection {
  /**
   * Runs `use` over the open database; once more over a new connection if the old one turns out to be gone.
   * @throws LedgerError
   */
  run<T>(use: (database: IDBDatabase) => Promise<T>): Promise<T>;
  close(): void;
}

/** @param onClosed the open database was closed, not by us */
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
    // A failure is not kept: the next use tries again.
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
