import type { Context } from 'hono';
import type { AppEnv } from './app-env.ts';

/** Tells who is at the other end of a request. */
export type ClientAddress = (context: Context<AppEnv>) => string;

/**
 * Reads the client's network address: the connection's own, or what the nearest `trustedProxies` proxies wrote into
 * X-Forwarded-For. Nothing further left is believed, anybody can write it.
 */
export function createClientAddress({ trustedProxies }: { trustedProxies: number }): ClientAddress {
  return (context) => {
    const connection = context.env?.incoming?.socket.remoteAddress ?? 'unknown';
    if (trustedProxies === 0) return connection;
    const hops = (context.req.header('X-Forwarded-For') ?? '').split(',').map((hop) => hop.trim());
    return (hops.at(-trustedProxies) || connection).slice(0, 64);
  };
}
