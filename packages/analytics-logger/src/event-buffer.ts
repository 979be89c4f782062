import type { LoggedEvent } from './analytics-event.ts';
import { BUFFER_CAP, BUFFER_LIMIT } from './constants.ts';
import type { EventOrigin } from './event-origin.ts';

/** An event that waits for its delivery. */
export interface BufferedEvent {
  readonly event: LoggedEvent;
  readonly origin: EventOrigin;
  /** Its number in the order of events. */
  readonly order: number;
}

/** Events that leave together. */
export interface Batch {
  readonly entries: readonly BufferedEvent[];
  /** How many earlier events were dropped. The first event of the batch has this number as a property. */
  readonly dropped: number;
}

/** Events in the order in which they happened. */
export interface EventBuffer {
  readonly size: number;
  add(event: LoggedEvent, origin: EventOrigin): void;
  /** Removes the oldest events, with the number of those dropped before them, and returns both. */
  take(limit: number): Batch;
  /** Puts a batch back to the front, in order. */
  putBack(batch: Batch): void;
  /**
   * If there are more than twice the limit, only the newest stay, as many as the limit.
   * @returns how many events were dropped just now
   */
  cut(): number;
}

/** An empty buffer. */
export function createEventBuffer(): EventBuffer {
  let waiting: BufferedEvent[] = [];
  let added = 0;
  let dropped = 0;
  return {
    get size() {
      return waiting.length;
    },
    add(event, origin) {
      added += 1;
      waiting.push({ event, origin, order: added });
    },
    take(limit) {
      const batch = { entries: waiting.splice(0, limit), dropped };
      dropped = 0;
      return batch;
    },
    putBack(batch) {
      // Two requests can be under way when a page is hidden, and fail in any order.
      waiting = [...batch.entries, ...waiting].toSorted((a, b) => a.order - b.order);
      dropped += batch.dropped;
    },
    cut() {
      if (waiting.length <= BUFFER_CAP) return 0;
      const excess = waiting.length - BUFFER_LIMIT;
      waiting = waiting.slice(excess);
      dropped += excess;
      return excess;
    },
  };
}
