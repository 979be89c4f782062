import { openDatabase } from '../store/open-database.ts';
import { toPromise, transact } from '../store/transact.ts';
import { ticketDatabase } from '../tickets/delete-tickets.ts';
import { allOf, BLOCKS, SETS, ticketShape } from '../tickets/ticket-shape.ts';
import type { DeviceData } from './device-data-options.ts';
import { hasDatabase } from './has-database.ts';

/** What of a stored set tells its age. */
interface AgedSet {
  readonly generation: number;
  readonly generatedAt: string;
  /** 0 until the set is complete. */
  readonly receivedAt: number;
}

/**
 * Deletes the sets of tickets that are too old to decide from, with their rows and their key, whosever they are. Returns
 * whether there was one.
 * @param before epoch milliseconds of the server's clock
 */
export async function sweepTickets(device: DeviceData, before: number): Promise<boolean> {
  const { databaseName, ...options } = device;
  const name = ticketDatabase(databaseName);
  if (!(await hasDatabase(options.indexedDB, name))) return false;
  const database = await openDatabase({ ...options, name, shape: ticketShape, onClosed() {} });
  try {
    return await transact(database, [SETS, BLOCKS], { mode: 'readwrite', durability: 'strict' }, async (tx) => {
      const sets = tx.objectStore(SETS);
      let isChanged = false;
      for (const name of ['whole', 'arriving']) {
        const set = (await toPromise(sets.get(name))) as AgedSet | undefined;
        if (!set || (set.receivedAt || Date.parse(set.generatedAt)) > before) continue;
        sets.delete(name);
        tx.objectStore(BLOCKS).delete(allOf(set.generation));
        isChanged = true;
      }
      return isChanged;
    });
  } finally {
    database.close();
  }
}
