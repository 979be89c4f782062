import type * as z from 'zod/mini';
import type { CallNeeds } from './rights.ts';

/** The methods of a call; the API of Scantix uses `GET` and `POST` alone. */
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One call of the API: its address, and the schemas of its request and answer. */
export interface Endpoint<
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Response extends z.ZodMiniType = z.ZodMiniType,
  Params extends z.ZodMiniType = z.ZodMiniType,
> {
  readonly method: HttpMethod;
  /** The path; `{name}` is the parameter of that name. */
  readonly path: string;
  /** Who may make the call. All but `anybody` carry `Authorization: Bearer` (RFC 6750). */
  readonly needs: CallNeeds;
  /** Whether other servers than Scantix's answer it, as the three of sign-in: it has no header of ours. */
  readonly foreign?: true;
  /** The schema of the parameters in `path`. @default it has none */
  readonly params?: Params;
  /** The schema of the query string. @default none */
  readonly query?: Query;
  /** The schema of the request, which is sent as JSON. @default no body */
  readonly body?: Body;
  readonly response: Response;
  /** Reads an answer that is not JSON; `response` parses the result. @default the body as JSON */
  readonly read?: (response: globalThis.Response) => Promise<unknown>;
}

/**
 * Declares an endpoint with its exact schema types, for {@link createApiClient} to call: one of this contract, or an app's
 * own on any server. The schemas are of `zod` or `zod/mini`.
 *
 * @example
 * const getBin = defineEndpoint({
 *   method: 'GET',
 *   path: '/stock/v0/bins/{id}',
 *   needs: 'session',
 *   foreign: true,
 *   params: z.object({ id: z.string() }),
 *   response: z.object({ id: z.string(), items: z.number() }),
 * });
 */
export function defineEndpoint<
  Query extends z.ZodMiniType = z.ZodMiniType<undefined>,
  Body extends z.ZodMiniType = z.ZodMiniType<undefined>,
  Response extends z.ZodMiniType = z.ZodMiniType,
  Params extends z.ZodMiniType = z.ZodMiniType<undefined>,
>(endpoint: Endpoint<Query, Body, Response, Params>): Endpoint<Query, Body, Response, Params> {
  return endpoint;
}
