export type {
  AnalyticsApp,
  AnalyticsCategory,
  AnalyticsEvent,
  AnalyticsLevel,
  AnalyticsUser,
  ApiCallEvent,
  DeviceFields,
  LoggedEvent,
  PageViewEvent,
  ScanEvent,
} from './analytics-event.ts';
export type { AnalyticsDeviceIdentity, AnalyticsLogger, AnalyticsStatistics } from './analytics-logger.ts';
export type { AnalyticsLoggerOptions } from './analytics-logger-options.ts';
export type { BatchSink, SendResult } from './batch-sink.ts';
export {
  type AnalyticsModule,
  classifyModule,
  DEFAULT_MODULES,
  type DefaultModule,
  type ModulePaths,
} from './classify-module.ts';
export type { LogConsole } from './console-lines.ts';
export { createAnalyticsLogger } from './create-analytics-logger.ts';
export { environmentOfHostname } from './environment-of-hostname.ts';
export { AnalyticsError, type AnalyticsErrorCode } from './errors.ts';
export { historyOfUser } from './history-of-user.ts';
export { type LoggedStore, logChanges } from './log-changes.ts';
