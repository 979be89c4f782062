import type { AnalyticsLogger } from '@scantix/analytics-logger';
import { type AuthSession, createAuthSession } from '@scantix/auth-session';
import type { DeviceIdentity } from '@scantix/device-id';
import type { FeatureFlags } from '@scantix/feature-flags';
import type { AppConfiguration } from './configuration/app-configuration.ts';
import { API_ROUTES } from './services/api-routes.ts';

/** What {@link createSession} needs. */
export interface SessionParts {
  readonly configuration: AppConfiguration;
  readonly flags: FeatureFlags;
  readonly device: DeviceIdentity;
  readonly logger: AnalyticsLogger;
}

/** Creates the session. start-session.ts imports this file on demand. */
export function createSession({ configuration, flags, device, logger }: SessionParts): AuthSession {
  return createAuthSession({
    baseUrl: configuration.apiBaseUrl,
    deviceIdentity: device,
    offlineGraceMs: configuration.offlineSessionGraceMs,
    routes: API_ROUTES,
    useSecureCookies: flags.isEnabled('USE_SECURE_COOKIE_AUTH'),
    log: logger,
  });
}
