import type { LoggedEvent } from './analytics-event.ts';
import { HISTORY_LIMIT } from './constants.ts';

/** The newest events, for display. */
export interface EventHistory {
  add(event: LoggedEvent): void;
  /** Oldest first; the same array until another event is added. */
  get(): readonly LoggedEvent[];
  /** Calls `listener` soon after every further event; the returned function ends that. */
  subscribe(listener: () => void): () => void;
}

/** An empty history. */
export function createEventHistory(): EventHistory {
  const listeners = new Set<() => void>();
  let events: readonly LoggedEvent[] = [];
  return {
    add(event) {
      events = [...events, event].slice(-HISTORY_LIMIT);
      // In a microtask: a listener that throws must not break the caller that logs.
      for (const listener of listeners) {
        queueMicrotask(() => {
          if (listeners.has(listener)) listener();
        });
      }
    },
    get: () => events,
    subscribe(listener) {
      const own = () => listener();
      listeners.add(own);
      return () => listeners.delete(own);
    },
  };
}
