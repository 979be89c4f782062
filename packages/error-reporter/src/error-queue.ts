import type { ReportedUser } from './error-reporter.ts';

/** An error that waits for Sentry. */
export interface QueuedError {
  readonly error: unknown;
  readonly context: Readonly<Record<string, unknown>> | undefined;
  /** When it happened, epoch milliseconds. */
  readonly at: number;
  /** Who was signed in; undefined before the first `setUser`. */
  readonly user: ReportedUser | null | undefined;
}

/** Errors from before Sentry is loaded. */
export interface ErrorQueue {
  /** Adds an error, unless it is queued already or the queue is full: the first errors explain the later ones. */
  add(queued: QueuedError): void;
  /** Empties the queue and returns what was in it, oldest first. */
  drain(): QueuedError[];
}

const QUEUE_LIMIT = 50;

/** An empty queue. */
export function createErrorQueue(): ErrorQueue {
  const queue: QueuedError[] = [];
  return {
    add(queued) {
      const known = queue.some(({ error }) => error === queued.error);
      if (!known && queue.length < QUEUE_LIMIT) queue.push(queued);
    },
    drain: () => queue.splice(0),
  };
}
