import { type Endpoint, mayCall } from '@scantix/api-contract';
import type { Context } from 'hono';
import type { AppEnv } from '../http/app-env.ts';
import { isOperator } from '../http/operator.ts';
import type { Clock } from '../system/clock.ts';
import { readBearer } from './require-session.ts';
import type { Sessions } from './sessions.ts';

const CHECKED_EVERY_MS = 16_000;

/**
 * Creates the question whether the session and the right of a call still hold, for a call that takes long. The database is
 * asked every 16 seconds. A token that was good when the call began stays so: its session counts. The operator needs neither.
 */
export function createRightCheck(
  { sessions, clock }: { readonly sessions: Sessions; readonly clock: Clock },
  context: Context<AppEnv>,
  endpoint: Endpoint,
): () => Promise<boolean> {
  if (isOperator(context)) return async () => true;
  const token = readBearer(context) ?? '';
  const at = clock.now();
  let checkedAt = at;
  return async () => {
    if (Math.abs(clock.now() - checkedAt) < CHECKED_EVERY_MS) return true;
    const identity = await sessions.identify(token, { at });
    const may = identity.ok && mayCall(identity.clerk.rights, endpoint);
    if (may) checkedAt = clock.now();
    return may;
  };
}
