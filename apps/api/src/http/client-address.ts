import type { Context } from 'hono';
import type { AppEnv } from './app-env.ts';

/** Reads the network address of a request's client. */
export type ClientAddress = (context: Context<AppEnv>) => string;

/**
 * Creates a reader of client addresses: the connection's own, or what the nearest `trustedProxies` proxies wrote into
 * X-Forwarded-For. Entries further left are ignored, since any client can write them.
 */
export function createClientAddress({ trustedProxies }: { trustedProxies: number }): ClientAddress {
  return (context) => {
    const connection = context.env?.incoming?.socket.remoteAddress ?? 'unknown';
    if (trustedProxies === 0) return connection;
    const hops = (context.req.header('X-Forwarded-For') ?? '').split(',').map((hop) => hop.trim());
    return (hops.at(-trustedProxies) || connection).slice(0, 64);
  };
}
