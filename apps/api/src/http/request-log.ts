import { HEADERS } from '@scantix/api-contract';
import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import { inRequest } from '../system/current-request.ts';
import type { AppEnv } from './app-env.ts';
import { clerkOf, countSecurityEvent, type SecurityEventParts } from './security-events.ts';

/** What the log of requests needs. */
export interface RequestLogParts extends SecurityEventParts {
  readonly newId: () => string;
  readonly trustedProxies?: number | undefined;
}

/**
 * Logs one line for each request, and for one that was refused its security event in it: a flood of refusals is to fill the
 * disk no faster than other calls. It has the route's template and not the path, the query or a body, since those hold
 * barcodes and tokens.
 */
export function requestLog(parts: RequestLogParts): MiddlewareHandler<AppEnv> {
  const { log, newId, trustedProxies = 0, metrics } = parts;
  const logged: MiddlewareHandler<AppEnv> = async (context, next) => {
    const startedAt = performance.now();
    await next();
    const durationMs = performance.now() - startedAt;
    const { status } = context.res;
    metrics.requestSeconds.observe(
      {
        method: METHODS.has(context.req.method) ? context.req.method : 'other',
        route: routePath(context),
        status: `${Math.floor(status / 100)}xx`,
      },
      durationMs / 1_000,
    );
    const build = buildOf(context.req.header(HEADERS.build));
    const line = {
      method: context.req.method,
      route: routePath(context),
      status,
      duration_ms: Math.round(durationMs * 10) / 10,
      ...(build ? { app_build: build } : {}),
      ...clerkOf(context),
    };
    const refused = context.get('refused');
    if (refused) log.warn({ ...line, ...countSecurityEvent(parts, context, refused) }, 'refused');
    else log.info(line, 'request');
  };
  return async (context, next) => {
    const given = trustedProxies > 0 ? requestIdOf(context.req.header(REQUEST_ID)) : undefined;
    const requestId = given ?? newId();
    await inRequest(requestId, () => logged(context, next));
    // Not by `context.header`: it makes a second answer, whose body is a stream.
    context.res.headers.set(REQUEST_ID, requestId);
  };
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'OPTIONS']);

const REQUEST_ID = 'X-Request-Id';

/** The id that a proxy has given to a request, unless it is none that logs and the database take as it is. */
function requestIdOf(header = ''): string | undefined {
  return /^[A-Za-z0-9][A-Za-z0-9._-]{7,39}$/.test(header) ? header : undefined;
}

/** The build of the app, unless somebody has written something else there. */
export function buildOf(header = ''): string | undefined {
  return /^[\w.-]{1,64}$/.test(header) ? header : undefined;
}
