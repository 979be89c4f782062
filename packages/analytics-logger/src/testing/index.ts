export { createFakeAnalyticsLogger, type FakeAnalyticsLogger } from './create-fake-analytics-logger.ts';
