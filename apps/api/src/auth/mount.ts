import * as contract from '@scantix/api-contract';
import type { Hono, MiddlewareHandler } from 'hono';
import type { AppEnv } from '../http/app-env.ts';
import { implementClerkCall, implementOpenCall } from '../http/implement.ts';
import { refusalError } from './require-session.ts';
import { type SignInParts, signIn } from './sign-in.ts';

export interface AuthParts extends SignInParts {
  readonly requireSession: MiddlewareHandler<AppEnv>;
}

/** Mounts sign-in, refresh and sign-out (specification section 7). */
export function mountAuth(app: Hono<AppEnv>, parts: AuthParts): void {
  const { sessions } = parts;
  implementOpenCall(app, contract.login, (call) => signIn(parts, call));

  implementOpenCall(app, contract.refresh, async ({ body }) => {
    const answer = await sessions.refresh(body.refresh_token);
    if (!answer.ok) throw refusalError(answer.refusal);
    return { success: true as const, tokens: answer.tokens };
  });

  implementClerkCall(app, contract.logout, parts, async ({ clerk }) => {
    await sessions.close(clerk.sessionId);
    return { success: true as const };
  });
}
