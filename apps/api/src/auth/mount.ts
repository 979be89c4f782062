import * as contract from '@scantix/api-contract';
import type { Hono, MiddlewareHandler } from 'hono';
import type { AppEnv } from '../http/app-env.ts';
import { implementClerkCall, implementOpenCall } from '../http/implement.ts';
import type { Clock } from '../system/clock.ts';
import { changePassword } from './change-password.ts';
import { PUBLISHED_FOR_S } from './manage-keys.ts';
import { refusalError } from './require-session.ts';
import { type SignInParts, signIn } from './sign-in.ts';
import type { SigningKeys } from './signing-keys.ts';

export interface AuthParts extends SignInParts {
  readonly requireSession: MiddlewareHandler<AppEnv>;
  readonly signingKeys: SigningKeys;
  readonly clock: Clock;
}

/** Mounts sign-in, refresh and sign-out (specification section 7), the change of a password, and the keys that verify access tokens. */
export function mountAuth(app: Hono<AppEnv>, parts: AuthParts): void {
  const { sessions, signingKeys } = parts;
  implementOpenCall(app, contract.login, (call) => signIn(parts, call));
  implementOpenCall(app, contract.changePassword, (call) => changePassword(parts, call));

  implementOpenCall(app, contract.refresh, async ({ body }) => {
    const answer = await sessions.refresh(body.refresh_token);
    if (!answer.ok) throw refusalError(answer.refusal);
    return { success: true as const, tokens: answer.tokens };
  });

  implementClerkCall(app, contract.logout, parts, async ({ clerk }) => {
    await sessions.close(clerk.sessionId);
    return { success: true as const };
  });

  const { path } = contract.getSigningKeys;
  app.get(path, async (context) => {
    context.header('Cache-Control', `public, max-age=${PUBLISHED_FOR_S}`);
    // Pages of any service may verify.
    context.header('Access-Control-Allow-Origin', '*');
    return context.json({ keys: await signingKeys.listPublic() });
  });
}
