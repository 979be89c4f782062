import { type login as endpoint, HEADERS, NEW_PASSWORD } from '@scantix/api-contract';
import { ApiError } from '../http/api-error.ts';
import type { Answer, OpenCall } from '../http/implement.ts';
import { checkPassword, type PasswordParts, recordRefusal } from './check-password.ts';
import type { Sessions } from './sessions.ts';

export interface SignInParts extends PasswordParts {
  readonly sessions: Sessions;
}

/** Checks a clerk's password, within the sign-in limits, and opens a session. */
export async function signIn(
  parts: SignInParts,
  { body, context }: OpenCall<typeof endpoint>,
): Promise<Answer<typeof endpoint>> {
  // Paths of addresses lose these (RFC 3986, section 5.2.4): nobody could wipe the device.
  if (body.device_id === '.' || body.device_id === '..') {
    throw new ApiError('invalid_request', 'The device_id cannot stand in an address');
  }
  const clerk = await checkPassword(parts, body, context);
  if (clerk.password_is_one_time) {
    await recordRefusal(parts, context, 'one_time_password', clerk);
    // Section 7 leaves a refusal open: apps that do not know the header show the message.
    throw new ApiError('forbidden', 'This password has to be replaced before you can sign in.', {
      headers: { [HEADERS.signIn]: NEW_PASSWORD },
    });
  }
  const { id, domain_id: domainId, login, user_name, domain, workgroup } = clerk;
  const { device_id: deviceId, remember_me: rememberMe } = body;
  const { tokens, revocation } = await parts.sessions.open({
    ...{ id, domainId, login, passwordHash: clerk.password_hash, deviceId, rememberMe },
    address: parts.clientAddress(context),
  });
  parts.deviceCookie.renew(context, { loginKey: clerk.login_key, deviceId });
  context.header(HEADERS.deviceKey, 'register');
  context.header(HEADERS.revocation, revocation);
  return { success: true, message: 'Signed in', tokens, user: { id, clerk: login, user_name, domain, workgroup } };
}
