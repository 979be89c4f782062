import * as contract from '@scantix/api-contract';
import { HEADERS } from '@scantix/api-contract';
import type { Hono, MiddlewareHandler } from 'hono';
import { ApiError } from '../http/api-error.ts';
import type { AppEnv } from '../http/app-env.ts';
import { implementClerkCall, implementOpenCall } from '../http/implement.ts';
import type { Clock } from '../system/clock.ts';
import { changePassword } from './change-password.ts';
import { bindDeviceKey } from './device-keys.ts';
import { PUBLISHED_FOR_S } from './manage-keys.ts';
import { readBearer, refusalError } from './require-session.ts';
import { type SignInParts, signIn } from './sign-in.ts';
import type { SigningKeys } from './signing-keys.ts';

export interface AuthParts extends SignInParts {
  readonly clock: Clock;
  readonly newId: () => string;
  readonly requireSession: MiddlewareHandler<AppEnv>;
  readonly signingKeys: SigningKeys;
}

/** Mounts sign-in, refresh and sign-out (specification section 7), and what belongs to them. */
export function mountAuth(app: Hono<AppEnv>, parts: AuthParts): void {
  const { sessions, signingKeys } = parts;
  implementOpenCall(app, contract.login, (call) => signIn(parts, call));
  implementOpenCall(app, contract.changePassword, (call) => changePassword(parts, call));

  implementOpenCall(app, contract.refresh, async ({ body, context }) => {
    const proof = context.req.header(HEADERS.proof);
    const answer = await sessions.refresh({
      token: body.refresh_token,
      proof,
      readCookie: (login) => parts.deviceCookie.read(context, login),
      address: parts.clientAddress(context),
    });
    if (answer.ok) {
      if (!answer.hasDeviceKey) context.header(HEADERS.deviceKey, 'register');
      return { success: true as const, tokens: answer.tokens };
    }
    context.set('refusal', { event: 'session.refresh_refused', reason: answer.refusal });
    if (answer.wipeOrder) context.set('wipeOrder', answer.wipeOrder);
    if (answer.refusal !== 'proof-needed') throw refusalError(answer.refusal);
    const headers = { [HEADERS.deviceKey]: 'prove' };
    // No 401: an older build of the app beside a newer one has no proofs, and would sign the clerk out of both.
    throw new ApiError('proof_needed', 'The device has to prove its key', { headers });
  });

  implementClerkCall(app, contract.registerDeviceKey, parts, async ({ body, clerk, context }) => {
    context.set('refusal', { event: 'device_key.refused', reason: 'proof' });
    await bindDeviceKey(parts, {
      clerk,
      accessToken: readBearer(context) ?? '',
      address: parts.clientAddress(context),
      ...body,
    });
    return { success: true as const };
  });

  implementOpenCall(app, contract.deliverRevocations, async ({ body }) => {
    await sessions.closeBy(body.handles);
    return { success: true as const };
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
