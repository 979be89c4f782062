import type { ReportedUser } from './error-reporter.ts';

/** Sentry, loaded and set up. */
export interface SentryConnection {
  /** Sends one error. */
  capture(error: unknown, context: Readonly<Record<string, unknown>> | undefined): void;
  /** Sets the user of later reports. */
  setUser(user: ReportedUser | null): void;
  /** Sends what is left, for at most 2 s. */
  close(): Promise<void>;
}

/** What Sentry is set up with. */
export interface SentryConnectionOptions {
  readonly dsn: string;
  readonly environment: string;
  readonly release: string;
  readonly fetch: typeof fetch;
  /** Whether sessions may be recorded. */
  readonly replay: boolean;
}
