import type { Context, MiddlewareHandler } from 'hono';
import { ApiError } from '../http/api-error.ts';
import type { AppEnv } from '../http/app-env.ts';
import type { SessionRefusal, Sessions } from './sessions.ts';

const MESSAGES: Record<SessionRefusal, string> = {
  unauthenticated: 'Sign in to continue',
  session_revoked: 'This session has been ended',
};

/** The error for an invalid session. */
export function refusalError(refusal: SessionRefusal): ApiError {
  return new ApiError(refusal, MESSAGES[refusal]);
}

/** The bearer token of a call (RFC 6750). */
export function readBearer(context: Context<AppEnv>): string | undefined {
  return /^Bearer ([A-Za-z0-9._~+/-]{1,4096}=*)$/i.exec(context.req.header('Authorization') ?? '')?.[1];
}

/** Middleware that refuses calls without the bearer token of a valid session. */
export function requireSession(sessions: Sessions): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const token = readBearer(context);
    if (!token) throw refusalError('unauthenticated');
    const identity = await sessions.identify(token);
    if (identity.wipeOrder) context.set('wipeOrder', identity.wipeOrder);
    if (!identity.ok) throw refusalError(identity.refusal);
    context.set('clerk', identity.clerk);
    await next();
  };
}
