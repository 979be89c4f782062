import type { FactsStore } from '../ports/facts-store.ts';
import { createConnection } from './connection.ts';
import type { LogDatabaseOptions } from './log-database.ts';
import type { DatabaseShape } from './open-database.ts';
import { toPromise, transact } from './transact.ts';

const FACTS = 'facts';

/** The name of the database of facts. */
export const factsDatabase = (databaseName: string) => `${databaseName}-facts`;

/** The database of facts. */
export const factsShape: DatabaseShape = {
  version: 1,
  stores: [FACTS],
  upgrade(database) {
    database.createObjectStore(FACTS);
  },
};

/**
 * Creates the store of facts in a database of their own, opened on first use. The builds in use open the database of
 * scans by its version, so that one cannot grow.
 */
export function createIndexedDbFactsStore({ databaseName, onClosed: _, ...options }: LogDatabaseOptions): FactsStore {
  const connection = createConnection({ ...options, name: factsDatabase(databaseName), shape: factsShape });
  return {
    read: (key) =>
      connection.run((database) =>
        transact(database, [FACTS], { mode: 'readonly' }, (tx) => toPromise(tx.objectStore(FACTS).get(key))),
      ),
    change: (key, change) =>
      connection.run((database) =>
        transact(database, [FACTS], { mode: 'readwrite' }, async (tx) => {
          const store = tx.objectStore(FACTS);
          const known = await toPromise(store.get(key));
          const next = change(known);
          if (next === undefined) return known;
          await toPromise(store.put(next, key));
          return next;
        }),
      ),
    close: () => connection.close(),
  };
}
