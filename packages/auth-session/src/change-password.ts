import { untilAborted } from '@scantix/runtime-utils';
import { createSend, JSON_HEADERS } from './auth-calls.ts';
import { systemClock } from './clock.ts';
import { describeDevice } from './describe-device.ts';
import type { SessionDeviceIdentity } from './device-identity.ts';
import { silentLog } from './log-sink.ts';
import { type LoginFailure, toLoginFailure, toUnexpectedFailure } from './login-failure.ts';
import { createServerTime } from './server-time.ts';
import { checkBaseUrl, PASSWORD, PASSWORD_REFUSALS, type PasswordRefusal } from './wire.ts';

/** A clerk's own password and the one that replaces it. */
export interface PasswordChange {
  /** As that of the session. */
  readonly baseUrl: string;
  readonly deviceIdentity: SessionDeviceIdentity;
  /** The login name. */
  readonly clerk: string;
  readonly password: string;
  readonly newPassword: string;
  /** @default globalThis.fetch */
  readonly fetch?: typeof globalThis.fetch;
  /** Milliseconds, below 2 ** 31, that the call may take. @default 15000 */
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
 * @throws TypeError when `baseUrl` is neither an origin nor a path, and the signal's reason when it aborts
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
  checkBaseUrl(baseUrl);
  signal.throwIfAborted();
  try {
    const { deviceId } = await untilAborted(describeDevice(deviceIdentity, systemClock, signal), signal);
    const serverTime = createServerTime(systemClock, () => {});
    const send = createSend({ baseUrl, fetch, clock: systemClock, log: silentLog, serverTime, timeoutMs });
    const body = JSON.stringify({ clerk, password, new_password: newPassword, device_id: deviceId });
    // Of the server that a sign-in with credentials has reached.
    const init: RequestInit = { headers: JSON_HEADERS, credentials: 'include', body };
    const answer = await send(PASSWORD, readAnswer, init, signal);
    return answer.kind === 'ok' ? answer.value : toLoginFailure(answer);
  } catch (error) {
    if (signal.aborted) throw error;
    return toUnexpectedFailure(error);
  }
}

/** A reason of a newer server counts as `common`. */
function readAnswer(text: string): PasswordOutcome {
  const { status, refusal } = JSON.parse(text);
  if (status === 'changed') return { ok: true };
  if (status !== 'refused') throw new TypeError('Not an answer of this call');
  return { ok: false, code: 'refused', refusal: PASSWORD_REFUSALS.find((known) => known === refusal) ?? 'common' };
}
