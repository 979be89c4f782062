import { login, logout, refresh } from '@scantix/api-contract';
import type { Hono, MiddlewareHandler } from 'hono';
import type { Database } from '../database/tables.ts';
import { ApiError } from '../http/api-error.ts';
import type { AppEnv } from '../http/app-env.ts';
import type { ClientAddress } from '../http/client-address.ts';
import { implementClerkCall, implementOpenCall } from '../http/implement.ts';
import { foldLogin } from './login-key.ts';
import type { LoginLimits } from './login-limits.ts';
import type { Passwords } from './passwords.ts';
import { refusalError } from './require-session.ts';
import type { Sessions } from './sessions.ts';

export interface AuthParts {
  readonly db: Database;
  readonly passwords: Passwords;
  readonly loginLimits: LoginLimits;
  readonly sessions: Sessions;
  readonly clientAddress: ClientAddress;
  readonly requireSession: MiddlewareHandler<AppEnv>;
}

/** How soon a client may come back when too many sign in at once, in milliseconds. */
const BUSY_RETRY_MS = 2_000;

/** Sign-in, refresh and sign-out (specification section 7). */
export function mountAuth(app: Hono<AppEnv>, parts: AuthParts): void {
  const { db, passwords, loginLimits, sessions, clientAddress, requireSession } = parts;

  implementOpenCall(app, login, async ({ body, context }) => {
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
    if (check === 'mismatch' || !clerk || clerk.disabled_at)
      throw new ApiError('unauthenticated', 'Invalid credentials');
    await loginLimits.giveBack(attempt);
    const tokens = await sessions.open({
      id: clerk.id,
      domainId: clerk.domain_id,
      deviceId: body.device_id,
      rememberMe: body.remember_me,
    });
    return {
      success: true as const,
      message: 'Signed in',
      tokens,
      user: {
        id: clerk.id,
        clerk: clerk.login,
        user_name: clerk.user_name,
        domain: clerk.domain,
        workgroup: clerk.workgroup,
      },
    };
  });

  implementOpenCall(app, refresh, async ({ body }) => {
    const answer = await sessions.refresh(body.refresh_token);
    if (!answer.ok) throw refusalError(answer.refusal);
    return { success: true as const, tokens: answer.tokens };
  });

  implementClerkCall(app, logout, { requireSession }, async ({ clerk }) => {
    await sessions.close(clerk.sessionId);
    return { success: true as const };
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
      'clerks.user_name',
      'clerks.password_hash',
      'clerks.disabled_at',
      'domains.name as domain',
      'workgroups.name as workgroup',
    ])
    .where('clerks.login_key', '=', loginKey)
    .executeTakeFirst();
}
