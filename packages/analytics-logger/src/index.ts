export type {
  AnalyticsApp,
  AnalyticsCategory,
  AnalyticsEvent,
  AnalyticsLevel,
  AnalyticsModule,
  AnalyticsUser,
  ApiCallEvent,
  DeviceFields,
  LoggedEvent,
  PageViewEvent,
  ScanEvent,
} from './analytics-event.ts';
export { classifyModule } from './classify-module.ts';
export {
  type AnalyticsDeviceIdentity,
  type AnalyticsLogger,
  type AnalyticsLoggerOptions,
  type AnalyticsStatistics,
  createAnalyticsLogger,
} from './create-analytics-logger.ts';
export { environmentOfHostname } from './environment-of-hostname.ts';
export { AnalyticsError, type AnalyticsErrorCode } from './errors.ts';
export type { LogSink, SendResult } from './log-sink.ts';
