import type { Context } from 'hono';
import { recordAudit } from '../audit/record-audit.ts';
import type { Database } from '../database/tables.ts';
import { ApiError } from '../http/api-error.ts';
import type { AppEnv } from '../http/app-env.ts';
import type { ClientAddress } from '../http/client-address.ts';
import type { DeviceCookie } from './device-cookie.ts';
import { foldLogin } from './login-key.ts';
import type { LoginLimits } from './login-limits.ts';
import { type Passwords, tooManySignIns } from './passwords.ts';
import { isPublishedElsewhere } from './published-password.ts';

export interface PasswordParts {
  readonly db: Database;
  readonly passwords: Passwords;
  readonly loginLimits: LoginLimits;
  readonly deviceCookie: DeviceCookie;
  readonly clientAddress: ClientAddress;
  readonly trustedProxies?: number;
}

/** A clerk who has said the right password. */
export type CheckedClerk = NonNullable<Awaited<ReturnType<typeof findClerk>>>;

/** Why somebody was not signed in, in the audit log. */
type Reason = 'password' | 'disabled' | 'published_password' | 'rate_limited' | 'one_time_password';

/**
 * Checks a clerk's password within the limits, in the same time whether there is such a clerk or not.
 * @throws ApiError `unauthenticated`, `rate_limited` or `unavailable`
 */
export async function checkPassword(
  parts: PasswordParts,
  { clerk: login, password, device_id: deviceId }: { clerk: string; password: string; device_id: string },
  context: Context<AppEnv>,
): Promise<CheckedClerk> {
  const { db, passwords, loginLimits, deviceCookie, clientAddress } = parts;
  const loginKey = foldLogin(login);
  const device = deviceCookie.read(context, { loginKey, deviceId });
  const attempt = await loginLimits.take({ loginKey, address: clientAddress(context), device });
  if (!attempt.granted) {
    await recordRefusal(parts, context, 'rate_limited');
    throw new ApiError('rate_limited', 'Too many sign-in attempts. Please wait and try again.', attempt);
  }
  const clerk = await findClerk(db, loginKey);
  const check = await passwords.check(password, clerk?.password_hash ?? null, attempt.known ?? undefined);
  if (check === 'busy') {
    await attempt.giveBack();
    throw tooManySignIns();
  }
  if (check === 'mismatch' || !clerk || clerk.disabled_at) {
    await recordRefusal(parts, context, check === 'match' ? 'disabled' : 'password', clerk);
    throw new ApiError('unauthenticated', 'Invalid credentials');
  }
  if (isPublishedElsewhere(password, context, parts.trustedProxies)) {
    await recordRefusal(parts, context, 'published_password', clerk);
    throw new ApiError('unauthenticated', 'Invalid credentials');
  }
  await attempt.giveBack();
  return clerk;
}

/**
 * Records that somebody was not signed in, unless too many such lines were written. What was typed as the login name is
 * left out where there is no such clerk: people type passwords there.
 */
export async function recordRefusal(
  { db, loginLimits, clientAddress }: Pick<PasswordParts, 'db' | 'loginLimits' | 'clientAddress'>,
  context: Context<AppEnv>,
  reason: Reason,
  clerk?: CheckedClerk,
): Promise<void> {
  context.set('refusal', { event: 'sign_in.refused', reason });
  const address = clientAddress(context);
  if (!(await loginLimits.mayRecord(address))) return;
  await recordAudit(db, {
    action: 'sign_in.refused',
    domainId: clerk?.domain_id ?? null,
    actor: { kind: 'nobody' },
    target: clerk && { kind: 'clerk', id: clerk.id, name: clerk.login },
    detail: { reason },
    address,
  });
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
      'clerks.login_key',
      'clerks.user_name',
      'clerks.password_hash',
      'clerks.password_is_one_time',
      'clerks.disabled_at',
      'domains.name as domain',
      'workgroups.name as workgroup',
    ])
    .where('clerks.login_key', '=', loginKey)
    .executeTakeFirst();
}
