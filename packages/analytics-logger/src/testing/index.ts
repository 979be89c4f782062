export { createFakeAnalyticsLogger, type FakeAnalyticsLogger } from './create-fake-analytics-logger.ts';
export { createMemoryLogService, type MemoryLogService } from './create-memory-log-service.ts';
export { type LogService, type LogSinkHarness, logSinkContract, type ServiceConduct } from './log-sink-contract.ts';
