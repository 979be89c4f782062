import { type Credentials, logIn } from './api-clerk.ts';
import type { Backend } from './backend.ts';
import { DEMO_CLERK } from './clerk.ts';

/** A device that has its identifier already. */
export const KNOWN_DEVICE = { deviceId: '0123456789abcdef.known-device', deviceVersion: '1.0' };

/**
 * What local storage holds after a sign-in (specification, section 3), by a sign-in of its own over the API: tests that
 * rotate tokens or sign out do not meet each other.
 */
export async function signedInStorage(
  { origin, now }: Backend,
  clerk: Credentials = DEMO_CLERK,
): Promise<Record<string, string>> {
  const { tokens, user } = await logIn(origin, clerk, KNOWN_DEVICE.deviceId);
  const { id, user_name: userName, domain, workgroup } = user;
  return {
    ...KNOWN_DEVICE,
    authToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
    tokenExpiration: String(now() + tokens.expires_in * 1000),
    refreshTokenExpiration: String(now() + tokens.refresh_expires_in * 1000),
    userData: JSON.stringify({ id, clerk: user.clerk, userName, domain, workgroup }),
    rememberMe: 'false',
  };
}
