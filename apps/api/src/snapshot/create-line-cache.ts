import type { FeedRow } from './feed-rows.ts';
import type { RowToSeal } from './seal-lines.ts';

/** Lines of changes that many devices ask for: each change is sealed once. */
export interface LineCache {
  /**
   * Returns the lines of feed rows.
   * @param source names the feed, and the run of the database that it was read from
   * @param read reads the tickets of the rows whose lines are missing
   */
  lines(
    source: string,
    rows: readonly FeedRow[],
    read: (rows: readonly FeedRow[]) => Promise<RowToSeal[]>,
  ): Promise<readonly Promise<string>[]>;
}

/** Creates an empty cache. @param maxRows the oldest lines beyond are forgotten */
export function createLineCache({
  seal,
  maxRows,
}: {
  seal: (rows: readonly RowToSeal[]) => Promise<string[]>;
  maxRows: number;
}): LineCache {
  const held = new Map<string, Promise<string>>();
  return {
    async lines(source, rows, read) {
      const nameOf = ({ change, writtenBy }: FeedRow) => `${source} ${change} ${writtenBy}`;
      const missing = rows.filter((row) => !held.has(nameOf(row)));
      const toSeal = Promise.withResolvers<RowToSeal[]>();
      const sealed = toSeal.promise.then(seal);
      sealed.catch(() => {});
      for (const [index, row] of missing.entries()) {
        const name = nameOf(row);
        const line = sealed.then((lines) => lines[index] ?? '');
        line.catch(() => held.delete(name));
        held.set(name, line);
      }
      const lines = rows.map((row) => held.get(nameOf(row)) ?? Promise.resolve(''));
      for (const name of held.keys()) {
        if (held.size <= maxRows) break;
        held.delete(name);
      }
      if (missing.length === 0) return lines;
      try {
        toSeal.resolve(await read(missing));
      } catch (error) {
        toSeal.reject(error);
        throw error;
      }
      return lines;
    },
  };
}
