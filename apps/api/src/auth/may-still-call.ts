import { type Endpoint, mayCall } from '@scantix/api-contract';
import type { Context } from 'hono';
import type { AppEnv } from '../http/app-env.ts';
import { isOperator } from '../http/operator.ts';
import type { Clock } from '../system/clock.ts';
import { readBearer } from './require-session.ts';
import type { Sessions } from './sessions.ts';

/**
 * Creates the question whether the session and the right of a call still hold, for an answer that takes long. A token that
 * was good when the call began stays so: its session counts. The operator needs neither.
 */
export function createRightCheck(
  { sessions, clock }: { readonly sessions: Sessions; readonly clock: Clock },
  context: Context<AppEnv>,
  endpoint: Endpoint,
): () => Promise<boolean> {
  if (isOperator(context)) return async () => true;
  const token = readBearer(context) ?? '';
  const at = clock.now();
  return async () => {
    const identity = await sessions.identify(token, { at });
    return identity.ok && mayCall(identity.clerk.rights, endpoint);
  };
}
