export { createErrorReporter, type ErrorReporter } from './create-error-reporter.ts';
