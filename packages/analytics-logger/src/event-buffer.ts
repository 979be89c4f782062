import type { LoggedEvent } from './analytics-event.ts';
import { BUFFER_CAP, BUFFER_LIMIT } from './constants.ts';

/** An event that waits for its delivery. */
export interface BufferedEvent {
  readonly event: LoggedEvent;
  /** Its number in the order of events. */
  readonly order: number;
  /** How many dropped events it counts; 0 for any other event. */
  readonly lost: number;
}

/** Events in the order in which they happened. */
export interface EventBuffer {
  readonly size: number;
  add(event: LoggedEvent): void;
  /** Removes the oldest events and returns them. */
  take(limit: number): BufferedEvent[];
  /**
   * Puts events back to the front, in order. If there are then more than twice the limit, only the newest stay, as many
   * as the limit; the first of them is an event with the count of the dropped.
   * @returns how many events were dropped just now
   */
  putBack(events: readonly BufferedEvent[]): number;
}

/** An empty buffer. */
export function createEventBuffer(countDropped: (lost: number) => LoggedEvent): EventBuffer {
  let waiting: BufferedEvent[] = [];
  let added = 0;
  return {
    get size() {
      return waiting.length;
    },
    add(event) {
      added += 1;
      waiting.push({ event, order: added, lost: 0 });
    },
    take: (limit) => waiting.splice(0, limit),
    putBack(events) {
      // Two requests can be under way when a page is hidden, and fail in any order.
      waiting = [...events, ...waiting].toSorted((a, b) => a.order - b.order);
      if (waiting.length <= BUFFER_CAP) return 0;
      const dropped = waiting.slice(0, 1 - BUFFER_LIMIT);
      // The new count includes an earlier count that is itself dropped.
      const lost = dropped.reduce((sum, entry) => sum + (entry.lost || 1), 0);
      const earlier = dropped.reduce((sum, entry) => sum + entry.lost, 0);
      const order = dropped.at(-1)?.order ?? 0;
      waiting = [{ event: countDropped(lost), order, lost }, ...waiting.slice(1 - BUFFER_LIMIT)];
      return lost - earlier;
    },
  };
}
