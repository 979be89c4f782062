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
  // Each part is looked for once: an address may have 64 KiB.
  return /^\/assets\/(?=[^/]*\.js$)[^/]*worker/i.test(path) ? 'worker' : 'page';
}

/**
 * Whether the client's connection is encrypted: the connection's own, or that of the outermost trusted proxy by
 * X-Forwarded-Proto, to which a proxy may add an entry or leave the one that is there.
 */
export function isSecure(context: Context<AppEnv>, trustedProxies: number): boolean {
  const { socket } = context.env?.incoming ?? {};
  if (socket && 'encrypted' in socket && socket.encrypted) return true;
  if (trustedProxies === 0) return false;
  const hops = (context.req.header('X-Forwarded-Proto') ?? '').split(',').map((hop) => hop.trim());
  return (hops.at(-trustedProxies) ?? hops[0]) === 'https';
}
