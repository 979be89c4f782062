import type { Context, MiddlewareHandler } from 'hono';
import type { AppEnv } from './app-env.ts';
import type { ContentSecurityPolicy } from './content-security-policy.ts';

const TWO_YEARS_S = 63_072_000;

/** Sets the headers of every answer, of the app and of the API. */
export function securityHeaders({
  policy,
  trustedProxies,
}: {
  policy: ContentSecurityPolicy;
  trustedProxies: number;
}): MiddlewareHandler<AppEnv> {
  return async (context, next) => {
    await next();
    const { headers } = context.res;
    const kind = kindOf(context.req.path);
    headers.set('Content-Security-Policy', kind === 'page' ? policy.page(context.get('inline')) : policy[kind]);
    headers.set('X-Content-Type-Options', 'nosniff');
    headers.set('Referrer-Policy', 'no-referrer');
    headers.set('Cross-Origin-Opener-Policy', 'same-origin');
    headers.set('Permissions-Policy', 'camera=(self), microphone=(), geolocation=()');
    if (isSecure(context, trustedProxies)) headers.set('Strict-Transport-Security', `max-age=${TWO_YEARS_S}`);
  };
}

function kindOf(path: string): keyof ContentSecurityPolicy {
  if (path === '/service-worker.js') return 'serviceWorker';
  return /^\/assets\/[^/]*worker[^/]*\.js$/i.test(path) ? 'worker' : 'page';
}

/** Whether the client's connection is encrypted. */
export function isSecure(context: Context<AppEnv>, trustedProxies: number): boolean {
  const { socket } = context.env?.incoming ?? {};
  if (socket && 'encrypted' in socket && socket.encrypted) return true;
  return trustedProxies > 0 && context.req.header('X-Forwarded-Proto') === 'https';
}
