import {
  type AnalyticsLogger,
  type AnalyticsLoggerOptions,
  createAnalyticsLogger,
  type DefaultModule,
} from '../index.ts';
import { createMemoryLogService, type MemoryLogService } from './create-memory-log-service.ts';

/** A logger that delivers into memory. */
export interface FakeAnalyticsLogger<Module extends string = DefaultModule> extends AnalyticsLogger<Module> {
  /** Every event delivered so far, as the service received it. */
  readonly received: readonly Readonly<Record<string, unknown>>[];
  /** Makes the service fail: `behave('hangs up')`. */
  readonly service: Pick<MemoryLogService, 'behave'>;
}

const ignore = () => {};

/**
 * A real, enabled logger whose batches arrive in `received`; call `start()` and `flush()` as usual. It writes to no
 * console unless `options` has one.
 */
export function createFakeAnalyticsLogger<Module extends string = DefaultModule>(
  options: Partial<AnalyticsLoggerOptions<Module>> = {},
): FakeAnalyticsLogger<Module> {
  const service = createMemoryLogService();
  const logger = createAnalyticsLogger<Module>({
    enabled: true,
    app: {
      name: 'Scantix',
      version: '1.0.0',
      environment: 'test',
      domain: 'scantix.test',
      apiBaseUrl: 'https://scantix.test',
    },
    deviceIdentity: {
      getDeviceId: async () => 'fingerprint.0000',
      getDeviceInformation: async () => ({
        deviceType: 'iPhone',
        deviceOS: 'iOS',
        deviceBrowser: 'Safari',
        deviceString: 'iPhone (Safari)',
        deviceCategory: 'mobile',
        language: 'en-GB',
        screenResolution: '390x844',
      }),
    },
    sink: service.sink,
    onPageHide: () => ignore,
    console: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    ...options,
  });
  return {
    ...logger,
    service,
    get received() {
      return service.accepted().map((line) => JSON.parse(line) as Record<string, unknown>);
    },
  };
}
