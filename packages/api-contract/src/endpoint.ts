import type * as z from 'zod/mini';

export type HttpMethod = 'GET' | 'POST';

/** One call of the API: where it goes and what each side promises. */
export interface Endpoint<
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Response extends z.ZodMiniType = z.ZodMiniType,
> {
  readonly method: HttpMethod;
  readonly path: string;
  /** Whether the call carries `Authorization: Bearer` (RFC 6750). */
  readonly authenticated: boolean;
  readonly query?: Query;
  readonly body?: Body;
  readonly response: Response;
}

/** Keeps the exact schema types of one endpoint. */
export function defineEndpoint<
  Query extends z.ZodMiniType = z.ZodMiniType<undefined>,
  Body extends z.ZodMiniType = z.ZodMiniType<undefined>,
  Response extends z.ZodMiniType = z.ZodMiniType,
>(endpoint: Endpoint<Query, Body, Response>): Endpoint<Query, Body, Response> {
  return endpoint;
}
