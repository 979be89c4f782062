import {
  type ApiFailure,
  createApiClient,
  changePassword as endpoint,
  type PasswordRefusal,
} from '@scantix/api-contract';
import { systemClock } from './clock.ts';
import { describeDevice } from './describe-device.ts';
import type { SessionDeviceIdentity } from './device-identity.ts';
import { type LoginFailure, toLoginFailure } from './login-failure.ts';

/** A clerk's own password and the one that replaces it. */
export interface PasswordChange {
  /** Origin of the API with an optional path, or `/`. */
  readonly baseUrl: string;
  readonly deviceIdentity: SessionDeviceIdentity;
  /** The login name. */
  readonly clerk: string;
  readonly password: string;
  readonly newPassword: string;
  /** @default globalThis.fetch */
  readonly fetch?: typeof globalThis.fetch;
  /** @default 15000 */
  readonly timeoutMs?: number;
}

/** How a change of the password ended. `refused`: the server does not take the new password, for the reason it gives. */
export type PasswordOutcome =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: 'refused'; readonly refusal: PasswordRefusal }
  | LoginFailure;

/**
 * Replaces a password, such as a one-time password after a sign-in has failed with `new-password-required`. It ends all
 * sessions of the clerk; sign in with the new password afterwards. A failure is a value, as of a sign-in.
 *
 * @throws the signal's reason when it aborts
 * @example
 * const outcome = await changePassword({ baseUrl: '/', deviceIdentity, clerk, password, newPassword });
 */
export async function changePassword(
  {
    baseUrl,
    deviceIdentity,
    clerk,
    password,
    newPassword,
    fetch = globalThis.fetch,
    timeoutMs = 15_000,
  }: PasswordChange,
  { signal = new AbortController().signal }: { signal?: AbortSignal } = {},
): Promise<PasswordOutcome> {
  const { deviceId } = await describeDevice(deviceIdentity, systemClock, signal);
  const limit = AbortSignal.timeout(timeoutMs);
  const api = createApiClient({
    baseUrl,
    // A portal that redirects must not get the passwords.
    fetch: (input, init) => fetch(input, { ...init, redirect: 'error' }),
  });
  try {
    const answer = await api.call(endpoint, {
      body: { clerk, password, new_password: newPassword, device_id: deviceId },
      // Of the server that a sign-in with credentials has reached.
      credentials: 'include',
      signal: AbortSignal.any([signal, limit]),
    });
    if (!answer.ok) return toFailure(answer.failure);
    const { value } = answer;
    return value.status === 'changed' ? { ok: true } : { ok: false, code: 'refused', refusal: value.refusal };
  } catch (error) {
    if (signal.aborted || !limit.aborted) throw error;
    return toLoginFailure({ kind: 'timeout' });
  }
}

function toFailure(failure: ApiFailure): LoginFailure {
  if (failure.kind === 'unreachable') return toLoginFailure({ kind: 'network', cause: failure.cause });
  const { status, message, retryAfterMs = null } = failure;
  return toLoginFailure({ kind: 'answered', status, answer: { success: false, message, retryAfterMs } });
}
