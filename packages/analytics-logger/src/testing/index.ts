export { createAnalyticsLogger as createFakeAnalyticsLogger } from '../index.ts';
