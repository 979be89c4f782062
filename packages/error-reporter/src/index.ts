export {
  createErrorReporter,
  type ErrorReporter,
  type ErrorReporterOptions,
  type ReportedUser,
} from './create-error-reporter.ts';
export { isIgnoredError } from './ignored-errors.ts';
export { scrubSecrets } from './scrub-secrets.ts';
export { FILTERED, scrubText } from './scrub-text.ts';
