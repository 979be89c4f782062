import { type AnalyticsLogger, createAnalyticsLogger, type LogSink } from '../index.ts';

/** A logger that delivers into memory. */
export interface FakeAnalyticsLogger extends AnalyticsLogger {
  /** Everything delivered so far, as the service would have got it. */
  readonly received: readonly Readonly<Record<string, unknown>>[];
}

/** A real, enabled logger whose batches arrive in `received`; call `start()` and `flush()` as usual. */
export function createFakeAnalyticsLogger(options: { readonly debug?: boolean } = {}): FakeAnalyticsLogger {
  const received: Readonly<Record<string, unknown>>[] = [];
  const sink: LogSink = {
    async send(lines) {
      received.push(...lines.map((line) => JSON.parse(line) as Record<string, unknown>));
      return { ok: true, failed: 0 };
    },
  };
  const logger = createAnalyticsLogger({
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
    sink,
    onPageHide: () => () => {},
    ...options,
  });
  return { ...logger, received };
}
