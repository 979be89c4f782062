import type { Clock } from '../ports/clock.ts';
import type { LogStore } from '../ports/log-store.ts';
import { createUuidSequence } from './create-uuid-sequence.ts';

/** Options of createIds. */
export interface IdsOptions {
  readonly store: Pick<LogStore, 'newestId'>;
  readonly clock: Pick<Clock, 'now'>;
}

/** The ids of scans and undos. Everything that was made on this device is sorted by them, and sent in their order. */
export interface Ids {
  /**
   * Returns a UUIDv7 above all ids of this device, also where the clock was set back.
   * @param by who makes it
   * @throws LedgerError where the storage fails
   */
  next(by?: string): Promise<string>;
  /** Returns the oldest id that `by` has made without an id of anybody else in between; makes one where there is none. */
  firstOf(by: string): Promise<string>;
  /** Other tabs have made these. */
  seen(ids: readonly string[]): void;
}

/**
 * Creates the ids. The newest one in the log is the mark that the time never falls below: none is stored for it. Where
 * the log was deleted, there is nothing left that a new id could come before.
 */
export function createIds({ store, clock }: IdsOptions): Ids {
  const nextUuid = createUuidSequence();
  let notBefore = 0;
  let reading: Promise<void> | null = null;
  let first = { by: '', id: '' };

  function seen(ids: readonly string[]): void {
    // One millisecond later, since ids of the same millisecond are in no order between two sequences.
    for (const id of ids) notBefore = Math.max(notBefore, (timeOf(id) ?? 0) + 1);
  }

  async function readNewest(): Promise<void> {
    try {
      const newest = await store.newestId();
      if (newest !== null) seen([newest]);
    } catch (cause) {
      // The next id reads again.
      reading = null;
      throw cause;
    }
  }

  async function next(by = ''): Promise<string> {
    reading ??= readNewest();
    await reading;
    notBefore = Math.max(notBefore, clock.now());
    const id = nextUuid(notBefore);
    if (first.by !== by) first = { by, id };
    return id;
  }

  return {
    next,
    async firstOf(by) {
      if (first.by === by) return first.id;
      const id = await next(by);
      // Another call may have made one first.
      return first.by === by ? first.id : id;
    },
    seen,
  };
}

/** The time of a UUIDv7: epoch milliseconds; `null` for another text. */
function timeOf(id: string): number | null {
  const [, high, low] = /^([0-9a-f]{8})-([0-9a-f]{4})-7/.exec(id) ?? [];
  return high === undefined || low === undefined ? null : Number.parseInt(high + low, 16);
}
