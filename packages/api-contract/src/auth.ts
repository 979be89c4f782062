import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { label, uuid } from './primitives.ts';

/** What the browser reports of itself at a sign-in. */
export const deviceInfo = z.object({
  deviceType: label(64),
  deviceOS: label(64),
  deviceBrowser: label(64),
  deviceString: label(128),
  deviceCategory: label(32),
  language: label(64),
  screenResolution: label(32),
});
/** What the browser reports of itself. */
export type DeviceInfo = z.infer<typeof deviceInfo>;

/** The body of a sign-in. */
export const loginRequest = z.object({
  clerk: label(120),
  password: label(1024),
  remember_me: z.boolean(),
  device_id: label(128),
  device_info: deviceInfo,
});
/** The body of a sign-in. */
export type LoginRequest = z.infer<typeof loginRequest>;

/** The tokens of a session; lifetimes in seconds. */
export const tokens = z.object({
  access_token: label(4096),
  refresh_token: label(4096),
  expires_in: z.number().check(z.positive()),
  refresh_expires_in: z.number().check(z.positive()),
});
/** The tokens of a session. */
export type Tokens = z.infer<typeof tokens>;

/** The signed-in clerk. */
export const sessionUser = z.object({
  id: uuid,
  clerk: label(120),
  user_name: label(200),
  domain: label(200),
  workgroup: label(200),
});
/** The signed-in clerk as the API names the fields. */
export type SessionUserWire = z.infer<typeof sessionUser>;

/** POST /v0/auth/login: opens a session. */
export const login = defineEndpoint({
  method: 'POST',
  path: '/v0/auth/login',
  needs: 'anybody',
  foreign: true,
  body: loginRequest,
  response: z.object({ success: z.literal(true), message: z.string(), tokens, user: sessionUser }),
});

/** POST /v0/auth/refresh: exchanges the refresh token for new tokens. */
export const refresh = defineEndpoint({
  method: 'POST',
  path: '/v0/auth/refresh',
  needs: 'anybody',
  foreign: true,
  body: z.object({ refresh_token: label(4096) }),
  response: z.object({ success: z.literal(true), tokens }),
});

/** POST /v0/auth/logout: revokes the session of the bearer token. */
export const logout = defineEndpoint({
  method: 'POST',
  path: '/v0/auth/logout',
  needs: 'session',
  foreign: true,
  response: z.object({ success: z.literal(true) }),
});
