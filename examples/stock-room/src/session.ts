import { createApiClient } from '@scantix/api-contract';
import { createAuthSession, createSessionFetch } from '@scantix/auth-session';
import { analytics, deviceIdentity } from './analytics.ts';
import { configuration } from './configuration.ts';
import { countBin } from './count-bin.ts';

/** Clerks sign in at Scantix. Its token goes to our own server too, which is where this page comes from. */
export const session = createAuthSession({
  baseUrl: configuration.apiBaseUrl,
  deviceIdentity,
  allowedOrigins: [location.origin],
  routes: [countBin.path],
  log: analytics,
});

/** The calls of our own server. */
export const api = createApiClient({ baseUrl: location.origin, fetch: createSessionFetch(session) });
