import { createErrorReporter, type ErrorReporter, type ReportedUser } from '../index.ts';

/** A reporter that reports into memory. */
export interface FakeErrorReporter extends ErrorReporter {
  /** Every report, oldest first. */
  readonly captured: readonly { readonly error: unknown; readonly context?: unknown }[];
  /** Every user set, oldest first. */
  readonly users: readonly (ReportedUser | null)[];
}

/** A real reporter whose reports arrive in `captured` at the next turn after `start()`. */
export function createFakeErrorReporter(): FakeErrorReporter {
  const captured: { error: unknown; context?: unknown }[] = [];
  const users: (ReportedUser | null)[] = [];
  const reporter = createErrorReporter({
    dsn: 'https://key@sentry.test/1',
    events: new EventTarget(),
    load: async () => ({
      capture: (error, context) => void captured.push(context ? { error, context } : { error }),
      setUser: (user) => void users.push(user),
      close: async () => {},
    }),
  });
  return { ...reporter, captured, users };
}
