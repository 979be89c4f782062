export { createAnalyticsLoggerAtoms } from './create-analytics-logger-atoms.ts';
