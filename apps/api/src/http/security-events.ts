import type { Context } from 'hono';
import { routePath } from 'hono/route';
import type { Metrics } from '../system/create-metrics.ts';
import type { Log } from '../system/log.ts';
import type { ApiError } from './api-error.ts';
import type { AppEnv } from './app-env.ts';
import type { ClientAddress } from './client-address.ts';
import type { Refusal } from './refusal.ts';

/** What telling a security event needs. */
export interface SecurityEventParts {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly clientAddress: ClientAddress;
}

/** Writes the line of a security event that is one of several in a call: no word of what was sent. */
export function tellSecurityEvent(parts: SecurityEventParts, context: Context<AppEnv>, refusal: Refusal): void {
  parts.log.warn(
    { route: routePath(context), ...clerkOf(context), ...countSecurityEvent(parts, context, refusal) },
    'refused',
  );
}

/** Counts a security event. Returns what its line says of it beside the call. */
export function countSecurityEvent(
  { metrics, clientAddress }: Omit<SecurityEventParts, 'log'>,
  context: Context<AppEnv>,
  { event, reason }: Refusal,
): { event: string; reason: string; address: string } {
  metrics.refusals.inc({ event, reason });
  return { event, reason, address: clientAddress(context) };
}

/** Whose call it is, for a line of the log. */
export function clerkOf(context: Context<AppEnv>): { clerk_id?: string; domain_id?: string } {
  const clerk = context.get('clerk');
  return clerk ? { clerk_id: clerk.id, domain_id: clerk.domainId } : {};
}

/** Which security event an error of a call is; `undefined`: none, such as a wrong field. */
export function refusalOf({ code }: ApiError, context: Context<AppEnv>): Refusal | undefined {
  const known = context.get('refusal');
  if (known) return known;
  if (code === 'unauthenticated' || code === 'session_revoked') return { event: 'session.refused', reason: code };
  if (code === 'proof_needed') return { event: 'session.refresh_refused', reason: code };
  if (code === 'forbidden') return { event: 'rights.refused', reason: code };
  if (code === 'rate_limited') return { event: 'limit.reached', reason: code };
  // Without a session it is a wrong address. Another domain's things and those that never were look the same.
  if (code === 'not_found' && context.get('clerk')) return { event: 'thing.not_found', reason: code };
  return undefined;
}
