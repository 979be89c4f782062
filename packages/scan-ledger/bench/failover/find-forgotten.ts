/** The server has told a device that it has recorded a scan. */
export interface Acknowledged {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** A scan in the database. */
export interface Kept {
  readonly id: string;
  /** Whether its device has offered it again, because the server had lost it. */
  readonly offeredAgain: boolean;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
}

/** Both clocks are those of one machine, where the database's is read in a transaction that lasts. */
const SAME_TIME_MS = 1_000;

/**
 * Finds the scans that the server acknowledged and then lost, also those that their devices have brought back since. It may
 * forget none.
 */
export function findForgotten(acknowledged: readonly Acknowledged[], kept: readonly Kept[]): string[] {
  const rows = new Map(kept.map((scan) => [scan.id, scan]));
  const firstTold = new Map<string, number>();
  for (const { id, at } of acknowledged) firstTold.set(id, Math.min(at, firstTold.get(id) ?? at));
  return [...firstTold].flatMap(([id, toldAt]) => {
    const row = rows.get(id);
    if (!row) return `${id} is not in the database`;
    if (row.offeredAgain) return `${id} was lost, and offered again by its device`;
    const isNewer = row.receivedAt > toldAt + SAME_TIME_MS;
    return isNewer ? `${id} was recorded anew after it had been acknowledged` : [];
  });
}
