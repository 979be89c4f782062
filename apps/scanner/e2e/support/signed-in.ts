import { logIn } from './api-clerk.ts';
import type { Backend } from './backend.ts';
import type { VisitOptions } from './visit.ts';

/** A device with an identifier. */
export const KNOWN_DEVICE = { deviceId: '0123456789abcdef.known-device', deviceVersion: '1.0' };

/** Local storage of a device without a past. */
export const NEW_DEVICE = { deviceId: null, deviceVersion: null };
/** An identifier that was made from a browser fingerprint. */
export const FINGERPRINTED = /^[0-9a-f]{32}\.[0-9a-f]{24}$/;
/** 16 digits of the traits' hash, the time in base 36, 24 random digits. */
export const FALLBACK = /^[0-9a-f]{16}\.[0-9a-z]{8}[0-9a-f]{24}$/;
/** A fingerprint that took longer than 2 s, as on a busy machine. */
export const LATE_FINGERPRINT = /\[scantix\] Failed to generate fingerprint .*no answer in time/;

/** What a new identifier looks like, by what the page has said: the fallback only where the fingerprint was late. */
export const newIdentifier = (troubles: readonly string[]) =>
  troubles.some((trouble) => LATE_FINGERPRINT.test(trouble)) ? FALLBACK : FINGERPRINTED;

/**
 * The local storage of a signed-in device (specification, section 3). Each call signs in over the API, so tests that
 * rotate tokens or sign out do not affect each other.
 */
export async function signedInStorage(
  { origin, now }: Backend,
  { clerk, storage }: Required<Pick<VisitOptions, 'clerk' | 'storage'>>,
): Promise<Record<string, string | null>> {
  const { tokens, user } = await logIn(origin, clerk, storage.deviceId ?? KNOWN_DEVICE.deviceId);
  const { id, user_name: userName, domain, workgroup } = user;
  return {
    ...KNOWN_DEVICE,
    authToken: tokens.access_token,
    refreshToken: tokens.refresh_token,
    tokenExpiration: String(now() + tokens.expires_in * 1000),
    refreshTokenExpiration: String(now() + tokens.refresh_expires_in * 1000),
    userData: JSON.stringify({ id, clerk: user.clerk, userName, domain, workgroup }),
    rememberMe: 'false',
    ...storage,
  };
}
