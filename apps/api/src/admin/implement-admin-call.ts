import { type Endpoint, mayCall } from '@scantix/api-contract';
import type { Context, Hono, MiddlewareHandler } from 'hono';
import type * as z from 'zod/mini';
import type { Actor } from '../audit/record-audit.ts';
import type { Database } from '../database/tables.ts';
import { ApiError } from '../http/api-error.ts';
import type { AppEnv } from '../http/app-env.ts';
import type { ClientAddress } from '../http/client-address.ts';
import { type Call, MAX_BODY_BYTES, readCall, respond, routeOf } from '../http/implement.ts';
import { isOperator } from '../http/operator.ts';
import type { SignedInClerk } from '../http/signed-in-clerk.ts';
import { type AdminDomain, findDomain } from './find-domain.ts';

/** What every call of the administration needs from the app. */
export interface AdminCallParts {
  readonly db: Database;
  readonly requireSession: MiddlewareHandler<AppEnv>;
  readonly clientAddress: ClientAddress;
}

/** Who makes a call of the administration, as the audit log names them. */
export interface AdminCaller {
  readonly actor: Actor;
  /** `null`: the operator's call comes through no network. */
  readonly address: string | null;
}

/** By whom calls are counted: each clerk, and the operator. */
export const keyOf = (actor: Actor) => (actor.kind === 'clerk' ? actor.id : actor.kind);

/**
 * Mounts a call of the administration that belongs to the domain in its path: for the operator, and for clerks of that
 * domain with the right that it needs. To other clerks the domain is `not_found`.
 */
export function implementDomainCall<
  Query extends z.ZodMiniType,
  Body extends z.ZodMiniType,
  Response extends z.ZodMiniType,
  Params extends z.ZodMiniType<{ domain: string }>,
>(
  app: Hono<AppEnv>,
  endpoint: Endpoint<Query, Body, Response, Params>,
  parts: AdminCallParts,
  answer: (
    call: Call<Query, Body, Params> & AdminCaller & { readonly domain: AdminDomain },
  ) => Promise<z.output<Response>>,
): void {
  implementDomainAnswer(app, endpoint, parts, async (call) => respond(call.context, await answer(call)));
}

/** The same for a call whose answer is not JSON, or not yet complete when it begins. */
export function implementDomainAnswer<
  Query extends z.ZodMiniType,
  Body extends z.ZodMiniType,
  Answer extends z.ZodMiniType,
  Params extends z.ZodMiniType<{ domain: string }>,
>(
  app: Hono<AppEnv>,
  endpoint: Endpoint<Query, Body, Answer, Params>,
  parts: AdminCallParts,
  answer: (call: Call<Query, Body, Params> & AdminCaller & { readonly domain: AdminDomain }) => Promise<Response>,
): void {
  const { db } = parts;
  app.on(endpoint.method, routeOf(endpoint.path), requireCaller(endpoint, parts), async (context) => {
    const clerk = context.get('clerk') as SignedInClerk | undefined;
    const own = clerk && { id: clerk.domainId, name: clerk.domain };
    // As the contract's `idOrName` does when the call is read, below.
    const named = (context.req.param('domain') ?? '').normalize('NFC').trim();
    const domain = await findDomain(db, named, own);
    const call = await readCall(context, endpoint, MAX_BODY_BYTES);
    return answer({ ...call, domain, ...callerOf(context, parts) });
  });
}

/** Mounts a call of the administration that belongs to the whole installation: for the operator. */
export function implementOperatorCall<
  Query extends z.ZodMiniType,
  Body extends z.ZodMiniType,
  Response extends z.ZodMiniType,
  Params extends z.ZodMiniType,
>(
  app: Hono<AppEnv>,
  endpoint: Endpoint<Query, Body, Response, Params>,
  parts: AdminCallParts,
  answer: (call: Call<Query, Body, Params> & AdminCaller) => Promise<z.output<Response>>,
): void {
  if (endpoint.needs !== 'operate') throw new Error(`${endpoint.path} is not the operator's alone`);
  app.on(endpoint.method, routeOf(endpoint.path), requireCaller(endpoint, parts), async (context) => {
    const call = await readCall(context, endpoint, MAX_BODY_BYTES);
    return respond(context, await answer({ ...call, ...callerOf(context, parts) }));
  });
}

/** Middleware that lets the operator pass, and clerks with the right. */
function requireCaller(endpoint: Endpoint, { requireSession }: AdminCallParts): MiddlewareHandler<AppEnv> {
  return (context, next) => {
    if (isOperator(context)) return next();
    return requireSession(context, async () => {
      if (!mayCall(context.get('clerk').rights, endpoint)) {
        throw new ApiError('forbidden', 'Your workgroup has no right to do this');
      }
      await next();
    });
  };
}

/** Reads who makes a call. The operator's comes through no network, whatever its headers say. */
function callerOf(context: Context<AppEnv>, { clientAddress }: AdminCallParts): AdminCaller {
  const clerk = context.get('clerk') as SignedInClerk | undefined;
  if (!clerk) return { actor: { kind: 'operator' }, address: null };
  return { actor: { kind: 'clerk', id: clerk.id, login: clerk.login }, address: clientAddress(context) };
}
