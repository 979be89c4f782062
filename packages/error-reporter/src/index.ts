export { createErrorReporter, type ErrorReporterOptions } from './create-error-reporter.ts';
export type { ErrorReporter, ReportedUser } from './error-reporter.ts';
export { isIgnoredError } from './ignored-errors.ts';
export { scrubSecrets } from './scrub-secrets.ts';
export { FILTERED, scrubText } from './scrub-text.ts';
export type { SampleRates, SentryConnection, SentryConnectionOptions } from './sentry-connection.ts';
