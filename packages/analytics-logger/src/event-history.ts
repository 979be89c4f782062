import { createListeners } from '@scantix/runtime-utils';
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
  const { subscribe, notify } = createListeners();
  let events: readonly LoggedEvent[] = [];
  return {
    add(event) {
      events = [...events, event].slice(-HISTORY_LIMIT);
      // In a microtask: an app may log while React renders, and no subscriber may be called then.
      queueMicrotask(notify);
    },
    get: () => events,
    subscribe,
  };
}
