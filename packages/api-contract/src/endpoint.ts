import type * as z from 'zod/mini';

export type HttpMethod = 'GET' | 'POST';

/** One call of the API: where it goes and what each side promises. */
export interface Endpoint<
  Query extends z.ZodMiniType = z.ZodMiniType,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Response extends z.ZodMiniType = z.ZodMiniType,
  Params extends z.ZodMiniType = z.ZodMiniType,
> {
  readonly method: HttpMethod;
  /** Where it goes; `{name}` stands for the parameter of that name. */
  readonly path: string;
  /** Whether the call carries `Authorization: Bearer` (RFC 6750). */
  readonly authenticated: boolean;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  readonly response: Response;
  /** Reads an answer that is not JSON; what it gives goes through `response`. @default the body as JSON */
  readonly read?: (response: globalThis.Response) => Promise<unknown>;
}

/** Keeps the exact schema types of one endpoint. */
export function defineEndpoint<
  Query extends z.ZodMiniType = z.ZodMiniType<undefined>,
  Body extends z.ZodMiniType = z.ZodMiniType<undefined>,
  Response extends z.ZodMiniType = z.ZodMiniType,
  Params extends z.ZodMiniType = z.ZodMiniType<undefined>,
>(endpoint: Endpoint<Query, Body, Response, Params>): Endpoint<Query, Body, Response, Params> {
  return endpoint;
}
