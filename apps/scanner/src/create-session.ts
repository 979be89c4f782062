import type { AnalyticsLogger } from '@scantix/analytics-logger';
import { HEADERS } from '@scantix/api-contract';
import { type AuthSession, createAuthSession } from '@scantix/auth-session';
import type { DeviceIdentity } from '@scantix/device-id';
import type { FeatureFlags } from '@scantix/feature-flags';
import type { AppConfiguration } from './configuration/app-configuration.ts';
import { API_ROUTES } from './services/api-routes.ts';
import type { StartServices } from './services/services.ts';

/** What {@link createSession} needs. */
export interface SessionParts {
  readonly configuration: AppConfiguration;
  readonly flags: FeatureFlags;
  readonly device: DeviceIdentity;
  readonly logger: AnalyticsLogger;
  readonly answers: StartServices['answers'];
}

/** Creates the session. start-session.ts imports this file on demand. */
export function createSession({ configuration, flags, device, logger, answers }: SessionParts): AuthSession {
  return createAuthSession({
    baseUrl: configuration.apiBaseUrl,
    deviceIdentity: device,
    offlineGraceMs: configuration.offlineSessionGraceMs,
    routes: API_ROUTES,
    useSecureCookies: flags.isEnabled('USE_SECURE_COOKIE_AUTH'),
    log: logger,
    // Below the session, which keeps the refusal that ends it to itself: a lost device hears of its wipe by that.
    async fetch(...call) {
      const answer = await fetch(...call);
      if (answer.headers.has(HEADERS.wipe)) {
        answers.order = answer;
        answers.onOrder?.();
      }
      return answer;
    },
  });
}
