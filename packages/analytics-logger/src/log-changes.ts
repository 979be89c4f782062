import type { AnalyticsLogger } from './analytics-logger.ts';

/** A store whose changes are logged. */
export interface LoggedStore<Subscription = unknown> {
  readonly logger: Pick<AnalyticsLogger<never>, 'log'>;
  /** The event's name, snake case. */
  readonly name: string;
  /** Calls the listener after each change of the store. */
  readonly subscribe: (listener: () => void) => Subscription;
  /** The part of the store's state that is logged. */
  readonly read: () => Readonly<Record<string, unknown>>;
}

/**
 * Logs each change of a store as a `debug` event. Changes outside of what `read` returns log nothing.
 *
 * @returns what `subscribe` returns, such as a function that ends it
 *
 * @example
 * logChanges({ logger, name: 'session_changed', subscribe: session.subscribe, read: () => ({ status: session.getSnapshot().status }) });
 */
export function logChanges<Subscription>({ logger, name, subscribe, read }: LoggedStore<Subscription>): Subscription {
  let last = '';
  return subscribe(() => {
    const properties = read();
    const current = JSON.stringify(properties);
    if (current === last) return;
    last = current;
    logger.log({ name, level: 'debug', category: 'system', properties });
  });
}
