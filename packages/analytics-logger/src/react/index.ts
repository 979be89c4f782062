export { type AnalyticsLoggerAtoms, createAnalyticsLoggerAtoms } from './create-analytics-logger-atoms.ts';
