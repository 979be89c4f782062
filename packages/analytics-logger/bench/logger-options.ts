import type { AnalyticsLoggerOptions } from '../src/index.ts';

/** The options of an enabled logger that sends to `url`. */
export function loggerOptions(url: string): AnalyticsLoggerOptions {
  return {
    enabled: true,
    dataset: 'bench-logs',
    token: 'xaat-bench',
    url,
    app: { name: 'Scantix', version: '1.0.0', environment: 'bench', domain: 'gate.test', apiBaseUrl: '/' },
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
  };
}
