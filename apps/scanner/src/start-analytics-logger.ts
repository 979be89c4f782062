import { type AnalyticsLogger, createAnalyticsLogger, environmentOfHostname } from '@scantix/analytics-logger';
import type { DeviceIdentity } from '@scantix/device-id';
import { scrubSecrets } from '@scantix/error-reporter';
import type { FeatureFlags } from '@scantix/feature-flags';
import { whenQuiet } from './browser/when-quiet.ts';
import type { AppConfiguration } from './configuration/app-configuration.ts';
import { pageAddress } from './navigation/page-address.ts';

interface LoggerParts {
  readonly configuration: AppConfiguration;
  readonly flags: FeatureFlags;
  readonly device: DeviceIdentity;
}

export function startAnalyticsLogger({ configuration, flags, device }: LoggerParts): AnalyticsLogger {
  const { axiom, appName, appVersion, apiBaseUrl } = configuration;
  const { hostname } = location;
  const logger = createAnalyticsLogger({
    ...axiom,
    app: {
      name: appName,
      version: appVersion,
      environment: environmentOfHostname(hostname),
      domain: hostname,
      apiBaseUrl,
    },
    deviceIdentity: device,
    debug: flags.isEnabled('ENABLE_DEBUG_MODE'),
    scrub: scrubSecrets,
    referrer: pageAddress(document.referrer),
  });
  logger.start();
  return logger;
}

/** Loads Web Vitals when the page is idle; the browser reports what it measured before. */
export async function startWebVitals(logger: AnalyticsLogger): Promise<void> {
  await whenQuiet();
  const { reportWebVitals } = await import('@scantix/analytics-logger/metrics');
  await reportWebVitals(logger);
}
