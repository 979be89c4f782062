import type { LoggedEvent } from './analytics-event.ts';

/**
 * What of a history its present user may see or copy: all of it, unless an event has another user. Then the events that have
 * this user and follow that one: those without a user in between may tell of the other's work.
 *
 * @example
 * const lines = historyOfUser(logger.getHistory(), user.id).map((event) => JSON.stringify(event));
 */
export function historyOfUser(history: readonly LoggedEvent[], userId: string): readonly LoggedEvent[] {
  const last = history.findLastIndex(({ user }) => user !== null && user.id !== userId);
  return last === -1 ? history : history.slice(last + 1).filter(({ user }) => user !== null);
}
