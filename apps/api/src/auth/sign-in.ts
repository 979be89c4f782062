import type { login as endpoint } from '@scantix/api-contract';
import type { Database } from '../database/tables.ts';
import { ApiError } from '../http/api-error.ts';
import type { ClientAddress } from '../http/client-address.ts';
import type { Answer, OpenCall } from '../http/implement.ts';
import { foldLogin } from './login-key.ts';
import type { LoginLimits } from './login-limits.ts';
import type { Passwords } from './passwords.ts';
import type { Sessions } from './sessions.ts';

export interface SignInParts {
  readonly db: Database;
  readonly passwords: Passwords;
  readonly loginLimits: LoginLimits;
  readonly sessions: Sessions;
  readonly clientAddress: ClientAddress;
}

/** When a client may try again if too many sign in at once, in milliseconds. */
const BUSY_RETRY_MS = 2_000;

/** Checks a clerk's password, within the sign-in limits, and opens a session. */
export async function signIn(
  { db, passwords, loginLimits, sessions, clientAddress }: SignInParts,
  { body, context }: OpenCall<typeof endpoint>,
): Promise<Answer<typeof endpoint>> {
  const attempt = { loginKey: foldLogin(body.clerk), address: clientAddress(context) };
  const limit = await loginLimits.take(attempt);
  if (!limit.granted) {
    throw new ApiError('rate_limited', 'Too many sign-in attempts. Please wait and try again.', limit);
  }
  const clerk = await findClerk(db, attempt.loginKey);
  const check = await passwords.check(body.password, clerk?.password_hash ?? null);
  if (check === 'busy') {
    await loginLimits.giveBack(attempt);
    throw new ApiError('unavailable', 'Too many people sign in right now', { retryAfterMs: BUSY_RETRY_MS });
  }
  if (check === 'mismatch' || !clerk || clerk.disabled_at) throw new ApiError('unauthenticated', 'Invalid credentials');
  await loginLimits.giveBack(attempt);
  const tokens = await sessions.open({
    id: clerk.id,
    domainId: clerk.domain_id,
    deviceId: body.device_id,
    rememberMe: body.remember_me,
  });
  const { id, login, user_name, domain, workgroup } = clerk;
  return { success: true, message: 'Signed in', tokens, user: { id, clerk: login, user_name, domain, workgroup } };
}

function findClerk(db: Database, loginKey: string) {
  return db
    .selectFrom('clerks')
    .innerJoin('domains', 'domains.id', 'clerks.domain_id')
    .innerJoin('workgroups', 'workgroups.id', 'clerks.workgroup_id')
    .select([
      'clerks.id',
      'clerks.domain_id',
      'clerks.login',
      'clerks.user_name',
      'clerks.password_hash',
      'clerks.disabled_at',
      'domains.name as domain',
      'workgroups.name as workgroup',
    ])
    .where('clerks.login_key', '=', loginKey)
    .executeTakeFirst();
}
