export { type AnalyticsLogger, createAnalyticsLogger } from './create-analytics-logger.ts';
