import type { Clock } from '../ports/clock.ts';
import type { LedgerLog } from '../ports/ledger-log.ts';
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
  /** Time limit of opening, and of writes that a person waits for, in milliseconds. */
  readonly deadlineMs: number;
  /** Called when the connection was closed from outside. */
  readonly onClosed?: (() => void) | undefined;
  /** Receives what happens to the storage. @default none */
  readonly log?: LedgerLog;
}

type Body<T> = (tx: IDBTransaction) => Promise<T>;

/** The database of scans, opened on first use and reopened after it was lost. */
export interface LogDatabase {
  readonly open: () => Promise<void>;
  readonly close: () => void;
  readonly read: <T>(stores: string[], body: Body<T>) => Promise<T>;
  readonly write: <T>(stores: string[], body: Body<T>) => Promise<T>;
  /** Resolves once the data would survive a crash; when it rejects, nothing is saved. */
  readonly writeDurably: <T>(stores: string[], body: Body<T>) => Promise<T>;
  /** Returns the keys of the open database. */
  readonly keys: () => Promise<DeviceKeys>;
}

/** Creates the access to the database of scans. */
export function openLogDatabase({ databaseName, onClosed, log = () => {}, ...rest }: LogDatabaseOptions): LogDatabase {
  const options = { ...rest, log };
  const connection = createConnection({ ...options, name: databaseName, shape: logShape }, onClosed);
  const loadKeys = createKeyLoader();
  const keys = () => connection.run(loadKeys);
  /** Every use loads the keys first, so that nothing is read from or written to a recreated database. */
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
      withDeadline(options, (onBegin) => run(stores, { mode: 'readwrite', durability: 'strict', onBegin }, body)),
  };
}
