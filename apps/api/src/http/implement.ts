import { type Endpoint, mayCall } from '@scantix/api-contract';
import type { Context, Hono, MiddlewareHandler } from 'hono';
import * as z from 'zod/mini';
import { ApiError } from './api-error.ts';
import type { AppEnv } from './app-env.ts';
import { readJson } from './read-json.ts';
import type { SignedInClerk } from './signed-in-clerk.ts';
import { fitToWire } from './wire.ts';

/** One call as its handler gets it, parsed by the contract. */
export interface Call<Query extends z.ZodMiniType, Body extends z.ZodMiniType, Params extends z.ZodMiniType> {
  readonly params: z.output<Params>;
  readonly body: z.output<Body>;
  readonly query: z.output<Query>;
  readonly context: Context<AppEnv>;
}

/** A call without a session. */
export type OpenCall<Of extends Endpoint> =
  Of extends Endpoint<infer Query, infer Body, z.ZodMiniType, infer Params> ? Call<Query, Body, Params> : never;

/** A call of a signed-in clerk. */
export type ClerkCall<Of extends Endpoint> = OpenCall<Of> & { readonly clerk: SignedInClerk };

/** What a call is answered with. */
export type Answer<Of extends Endpoint> = z.output<Of['response']>;

/** Enough for any call except those that raise it. */
export const MAX_BODY_BYTES = 64 * 1024;

/** Mounts a call that needs no session. */
export function implementOpenCall<
  Query extends z.ZodMiniType,
  Body extends z.ZodMiniType,
  Response extends z.ZodMiniType,
  Params extends z.ZodMiniType,
>(
  app: Hono<AppEnv>,
  endpoint: Endpoint<Query, Body, Response, Params>,
  answer: (call: Call<Query, Body, Params>) => Promise<z.output<Response>>,
): void {
  if (endpoint.needs !== 'anybody') throw new Error(`${endpoint.path} needs a session`);
  app.on(endpoint.method, routeOf(endpoint.path), async (context) => {
    return respond(context, await answer(await readCall(context, endpoint, MAX_BODY_BYTES)));
  });
}

interface ClerkCallOptions {
  readonly requireSession: MiddlewareHandler<AppEnv>;
  readonly maxBodyBytes?: number;
}

/** Mounts a call of a signed-in clerk. Session and rights are checked before the body is read. */
export function implementClerkCall<
  Query extends z.ZodMiniType,
  Body extends z.ZodMiniType,
  Response extends z.ZodMiniType,
  Params extends z.ZodMiniType,
>(
  app: Hono<AppEnv>,
  endpoint: Endpoint<Query, Body, Response, Params>,
  options: ClerkCallOptions,
  answer: (call: Call<Query, Body, Params> & { readonly clerk: SignedInClerk }) => Promise<z.output<Response>>,
): void {
  implementClerkAnswer(app, endpoint, options, async (call) => respond(call.context, await answer(call)));
}

/** Mounts a call of a signed-in clerk whose answer is not JSON. */
export function implementClerkAnswer<
  Query extends z.ZodMiniType,
  Body extends z.ZodMiniType,
  Answer extends z.ZodMiniType,
  Params extends z.ZodMiniType,
>(
  app: Hono<AppEnv>,
  endpoint: Endpoint<Query, Body, Answer, Params>,
  { requireSession, maxBodyBytes = MAX_BODY_BYTES }: ClerkCallOptions,
  answer: (call: Call<Query, Body, Params> & { readonly clerk: SignedInClerk }) => Promise<Response>,
): void {
  if (endpoint.needs === 'anybody' || endpoint.needs === 'operate')
    throw new Error(`${endpoint.path} is no call of a signed-in clerk`);
  app.on(endpoint.method, routeOf(endpoint.path), requireSession, async (context) => {
    const clerk = context.get('clerk');
    if (!mayCall(clerk.rights, endpoint)) throw new ApiError('forbidden', 'Your workgroup has no right to do this');
    return answer({ ...(await readCall(context, endpoint, maxBodyBytes)), clerk });
  });
}

/** Turns the contract's `{name}` into the router's `:name`. */
export function routeOf(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/**
 * Reads what a call carries, its body up to `maxBytes`.
 * @throws ApiError
 */
export async function readCall<Query extends z.ZodMiniType, Body extends z.ZodMiniType, Params extends z.ZodMiniType>(
  context: Context<AppEnv>,
  { params, body, query }: Endpoint<Query, Body, z.ZodMiniType, Params>,
  maxBytes: number,
): Promise<Call<Query, Body, Params>> {
  return {
    context,
    params: (params ? parse(params, context.req.param()) : undefined) as z.output<Params>,
    query: (query ? parse(query, context.req.query()) : undefined) as z.output<Query>,
    body: (body ? parse(body, await readJson(context.req.raw, { maxBytes })) : undefined) as z.output<Body>,
  };
}

function parse(schema: z.ZodMiniType, input: unknown): unknown {
  const result = z.safeParse(schema, input);
  if (result.success) return result.data;
  throw new ApiError('invalid_request', `Invalid request: ${describeIssues(result.error)}`);
}

/** Names the invalid fields and what they may be, without their values. */
export function describeIssues({ issues }: z.core.$ZodError): string {
  return issues
    .slice(0, 5)
    .map((issue) => {
      const path = issue.path.slice(0, 4).map((key) => String(key).slice(0, 40));
      return `${path.join('.') || 'body'} (${issue.code}${limitOf(issue)})`;
    })
    .join(', ');
}

function limitOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'too_small') return `: at least ${issue.minimum}`;
  if (issue.code === 'invalid_value') return `: ${issue.values.join(', ')}`;
  return issue.code === 'too_big' ? `: at most ${issue.maximum}` : '';
}

/** Answers with JSON that nobody keeps. */
export function respond(context: Context<AppEnv>, value: unknown): Response {
  context.header('Cache-Control', 'no-store');
  return context.json(fitToWire(value, context) as object);
}
