import type { Database } from '../database/tables.ts';
import { endTurn, keepTurn, lockTurn, takeTurn } from '../database/turns.ts';
import { ApiError } from '../http/api-error.ts';

/** Lets one import of a domain run at a time, in whatever process, and a limited number of all in this one. */
export interface ImportSlots {
  /** @throws ApiError `unavailable` with a delay, while none is free */
  run<Result>(domainId: string, work: (turn: ImportTurn) => Promise<Result>): Promise<Result>;
  /** Waits for those that run: one that has lost its file still has to say so, and to leave its turn, before the database closes. */
  ended(): Promise<void>;
}

/** The turn of a domain's import. It ends by itself, since a process may be killed or stopped. */
export interface ImportTurn {
  /**
   * Keeps other imports from the domain until the transaction ends.
   * @throws ApiError `unavailable`: this process was stopped for so long that another one has begun
   */
  lock(trx: Database): Promise<void>;
}

const RETRY_AFTER_MS = 10_000;
const KEEP_EVERY_MS = 20_000;

/** Creates slots. @param atOnce of all domains together */
export function createImportSlots({ db, atOnce }: { db: Database; atOnce: number }): ImportSlots {
  const running = new Map<string, Promise<unknown>>();
  return {
    async run(domainId, work) {
      if (running.has(domainId)) throw busy('Another import of this domain is');
      if (running.size >= atOnce) throw busy('Other imports are');
      const done = inTurn(db, domainId, work);
      running.set(domainId, done);
      try {
        return await done;
      } finally {
        running.delete(domainId);
      }
    },
    async ended() {
      await Promise.allSettled(running.values());
    },
  };
}

async function inTurn<Result>(
  db: Database,
  domainId: string,
  work: (turn: ImportTurn) => Promise<Result>,
): Promise<Result> {
  const turn = await takeTurn(db, 'ticket_importers', domainId);
  if (!turn) throw busy('Another import of this domain is');
  // A file may come slowly.
  const timer = setInterval(() => void keepTurn(db, turn).catch(() => {}), KEEP_EVERY_MS);
  try {
    return await work({
      async lock(trx) {
        if (!(await lockTurn(trx, turn))) throw busy('Another import of this domain is');
      },
    });
  } finally {
    clearInterval(timer);
    // Where the database is gone, the turn ends by itself.
    await endTurn(db, turn).catch(() => {});
  }
}

function busy(whose: string): ApiError {
  return new ApiError('unavailable', `${whose} running: try again later`, { retryAfterMs: RETRY_AFTER_MS });
}
