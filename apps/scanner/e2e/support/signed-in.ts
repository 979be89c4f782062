import { createApiClient, login } from '@scantix/api-contract';
import { DEMO_CLERK } from './clerk.ts';

/** A device that has its identifier already. */
export const KNOWN_DEVICE = { deviceId: '0123456789abcdef.known-device', deviceVersion: '1.0' };

/**
 * What local storage holds after a sign-in (specification, section 3), by a sign-in of its own over the API: tests that
 * rotate tokens or sign out do not meet each other.
 */
export async function signedInStorage(origin: string): Promise<Record<string, string>> {
  const answer = await createApiClient({ baseUrl: origin }).call(login, {
    body: {
      clerk: DEMO_CLERK.username,
      password: DEMO_CLERK.password,
      remember_me: false,
      device_id: KNOWN_DEVICE.deviceId,
      device_info: {
        deviceType: 'Linux PC',
        deviceOS: 'Linux',
        deviceBrowser: 'Chrome',
        deviceString: 'Linux PC (Chrome)',
        deviceCategory: 'desktop',
        language: 'en-US',
        screenResolution: '390x844',
      },
    },
  });
  if (!answer.ok) throw new Error(`The sign-in failed: ${JSON.stringify(answer.failure)}`);
  const { tokens, user } = answer.value;
  const { id, clerk, user_name: userName, domain, workgroup } = user;
  return {
    ...KNOWN_DEVICE,
    authToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
    tokenExpiration: String(Date.now() + tokens.expires_in * 1000),
    refreshTokenExpiration: String(Date.now() + tokens.refresh_expires_in * 1000),
    userData: JSON.stringify({ id, clerk, userName, domain, workgroup }),
    rememberMe: 'false',
  };
}
