export {
  createScanDesk,
  type PresentedCode,
  type PresentedScanEvent,
  type ScanContext,
  type ScanDesk,
  type ScanDeskOptions,
} from './create-scan-desk.ts';
export {
  createScannerConfig,
  type ScannerConfigOptions,
  type ScannerConfigSource,
} from './create-scanner-config.ts';
export { nextScanStream, SCAN_STREAM_BEGINS, type ScanStreamEvent, type ScanStreamState } from './scan-stream.ts';
export { runSelfTest, SELF_TESTS, type SelfTest, type SelfTestInput } from './self-test.ts';
export { type ScanTiming, type TimeScansOptions, timeScans } from './time-scans.ts';
