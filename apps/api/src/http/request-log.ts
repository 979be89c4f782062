import { HEADERS } from '@scantix/api-contract';
import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Log } from '../system/log.ts';
import type { AppEnv } from './app-env.ts';

/**
 * Logs one line for each request. It has the route's template and not the path, the query or a body, since those hold
 * barcodes and tokens.
 */
export function requestLog({ log, newId }: { log: Log; newId: () => string }): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    const requestId = newId();
    const startedAt = performance.now();
    context.set('requestId', requestId);
    await next();
    context.header('X-Request-Id', requestId);
    const clerk = context.get('clerk');
    const build = buildOf(context.req.header(HEADERS.build));
    log.info(
      {
        request_id: requestId,
        method: context.req.method,
        route: routePath(context),
        status: context.res.status,
        duration_ms: Math.round((performance.now() - startedAt) * 10) / 10,
        ...(build ? { app_build: build } : {}),
        ...(clerk ? { clerk_id: clerk.id, domain_id: clerk.domainId } : {}),
      },
      'request',
    );
  };
}

/** The build of the app, unless somebody has written something else there. */
export function buildOf(header = ''): string | undefined {
  return /^[\w.-]{1,64}$/.test(header) ? header : undefined;
}
