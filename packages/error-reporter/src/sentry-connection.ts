import type { ReportedUser } from './error-reporter.ts';

/** Sentry, loaded and set up. */
export interface SentryConnection {
  /** Sends one error. `at` is when it happened, epoch milliseconds, for one that has waited. */
  capture(error: unknown, context: Readonly<Record<string, unknown>> | undefined, at?: number): void;
  /** Sets the user of later reports. */
  setUser(user: ReportedUser | null): void;
  /** Sends what is left, for at most 2 s. */
  close(): Promise<void>;
}

/** How much of what happens is sent, each from 0 (nothing) to 1 (all); the names are Sentry's. */
export interface SampleRates {
  /** Page loads and navigations whose trace is sent. @default 0.1 */
  readonly tracesSampleRate?: number;
  /** Sessions that are recorded from their start. @default 0.1 */
  readonly replaysSessionSampleRate?: number;
  /** Other sessions whose last minute is sent with an error. @default 1 */
  readonly replaysOnErrorSampleRate?: number;
}

/** What Sentry is set up with. */
export interface SentryConnectionOptions {
  readonly dsn: string;
  readonly environment: string;
  readonly release: string;
  readonly fetch: typeof fetch;
  /** @default those of {@link SampleRates} */
  readonly sampleRates?: SampleRates | undefined;
  /** Whether sessions may be recorded. */
  readonly replay: boolean;
}
