export {
  type BatchSinkHarness,
  batchSinkContract,
  type LogService,
  type ServiceConduct,
} from './batch-sink-contract.ts';
export { createFakeAnalyticsLogger, type FakeAnalyticsLogger } from './create-fake-analytics-logger.ts';
export { createMemoryLogService, type MemoryLogService } from './create-memory-log-service.ts';
