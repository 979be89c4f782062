import { createAnalyticsLogger } from '@scantix/analytics-logger';
import { createDeviceIdentity } from '@scantix/device-id';
import { configuration } from './configuration.ts';

const { apiBaseUrl, appName: name, appVersion: version, axiom } = configuration;

export const deviceIdentity = createDeviceIdentity();

export const analytics = createAnalyticsLogger({
  ...axiom,
  app: { name, version, environment: import.meta.env.MODE, domain: location.host, apiBaseUrl },
  deviceIdentity,
  modules: { bins: ['/', '/stock/v0/bins'] },
});
