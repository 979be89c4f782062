import type { DatabaseShape } from '../store/open-database.ts';

/** The object store of the sets: `whole` and `arriving`. */
export const SETS = 'sets';
/** The object store of their rows: `[generation, bucket, number]` -> block. */
export const BLOCKS = 'blocks';

/** The database of tickets. */
export const ticketShape: DatabaseShape = {
  version: 1,
  stores: [SETS, BLOCKS],
  upgrade(database) {
    database.createObjectStore(SETS);
    database.createObjectStore(BLOCKS);
  },
};

/** Returns the range of all blocks of a set. */
export const allOf = (generation: number) => IDBKeyRange.bound([generation], [generation, []]);
