import type { LoggedEvent } from './analytics-event.ts';
import { BUFFER_CAP, BUFFER_LIMIT } from './constants.ts';

/** An event on its way; `lost` is how many others it stands for. */
export interface BufferedEvent {
  readonly event: LoggedEvent;
  readonly lost: number;
}

export interface EventBuffer {
  readonly size: number;
  add(event: LoggedEvent): void;
  /** Takes the oldest events out. */
  take(limit: number): BufferedEvent[];
  /**
   * Puts events back in front, in order. Over twice the limit only the newest stay, as many as the limit, the first of
   * them the one that counts the dropped.
   * @returns how many events were dropped just now
   */
  putBack(events: readonly BufferedEvent[]): number;
}

/** Events in the order in which they happened. */
export function createEventBuffer(countDropped: (lost: number) => LoggedEvent): EventBuffer {
  let waiting: BufferedEvent[] = [];
  return {
    get size() {
      return waiting.length;
    },
    add: (event) => void waiting.push({ event, lost: 0 }),
    take: (limit) => waiting.splice(0, limit),
    putBack(events) {
      waiting = [...events, ...waiting];
      if (waiting.length <= BUFFER_CAP) return 0;
      const dropped = waiting.slice(0, 1 - BUFFER_LIMIT);
      // An earlier count that is itself dropped lives on in the new one.
      const lost = dropped.reduce((sum, entry) => sum + (entry.lost || 1), 0);
      const earlier = dropped.reduce((sum, entry) => sum + entry.lost, 0);
      waiting = [{ event: countDropped(lost), lost }, ...waiting.slice(1 - BUFFER_LIMIT)];
      return lost - earlier;
    },
  };
}
