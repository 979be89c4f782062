import type { Clock } from '../ports/clock.ts';
import { createConnection } from './connection.ts';
import { createKeyLoader, type DeviceKeys } from './keys.ts';
import { logShape } from './log-shape.ts';
import { transact } from './transact.ts';
import { withDeadline } from './with-deadline.ts';

/** Options of openLogDatabase. */
export interface LogDatabaseOptions {
  readonly indexedDB: IDBFactory | undefined;
  readonly clock: Clock;
  readonly databaseName: string;
  /** How long opening, and writing what a person waits for, may take. */
  readonly deadlineMs: number;
  /** The connection was closed, not by us. */
  readonly onClosed?: (() => void) | undefined;
}

type Body<T> = (tx: IDBTransaction) => Promise<T>;

/** The database of scans, opened when first used and again when it was lost. */
export interface LogDatabase {
  readonly open: () => Promise<void>;
  readonly close: () => void;
  readonly read: <T>(stores: string[], body: Body<T>) => Promise<T>;
  readonly write: <T>(stores: string[], body: Body<T>) => Promise<T>;
  /** Resolves when what was written would survive a crash; when it rejects, nothing is kept. */
  readonly writeDurably: <T>(stores: string[], body: Body<T>) => Promise<T>;
  /** The keys of the database that is open now. */
  readonly keys: () => Promise<DeviceKeys>;
}

export function openLogDatabase({
  indexedDB,
  clock,
  databaseName,
  deadlineMs,
  onClosed,
}: LogDatabaseOptions): LogDatabase {
  const connection = createConnection({ indexedDB, name: databaseName, shape: logShape, clock, deadlineMs }, onClosed);
  const loadKeys = createKeyLoader();
  const keys = () => connection.run(loadKeys);
  /** Every use begins with the keys, so that nothing is read from or written to a database that came back empty. */
  const run = <T>(stores: string[], options: Parameters<typeof transact>[2], body: Body<T>) =>
    connection.run(async (database) => {
      await loadKeys(database);
      return transact(database, stores, options, body);
    });
  return {
    async open() {
      await keys();
    },
    close: () => connection.close(),
    keys,
    read: (stores, body) => run(stores, { mode: 'readonly' }, body),
    write: (stores, body) => run(stores, { mode: 'readwrite' }, body),
    writeDurably: (stores, body) =>
      withDeadline(clock, deadlineMs, (onBegin) =>
        run(stores, { mode: 'readwrite', durability: 'strict', onBegin }, body),
      ),
  };
}
