import { isIPv6, SocketAddress } from 'node:net';
import type { Context } from 'hono';
import type { AppEnv } from './app-env.ts';

/** Reads the network address of a request's client. */
export type ClientAddress = (context: Context<AppEnv>) => string;

/**
 * Creates a reader of client addresses: the connection's own, or what the nearest `trustedProxies` proxies wrote into
 * X-Forwarded-For, with a port or without. Entries further left are ignored, since any client can write them. One address
 * has one spelling, in which IPv4 within IPv6 is IPv4; what is no address counts as the proxy's own.
 */
export function createClientAddress({ trustedProxies }: { trustedProxies: number }): ClientAddress {
  return (context) => {
    const remote = context.env?.incoming?.socket.remoteAddress ?? '';
    const connection = parseAddress(remote) ?? 'unknown';
    if (trustedProxies === 0) return connection;
    const hops = (context.req.header('X-Forwarded-For') ?? '').split(',').map((hop) => hop.trim());
    return parseAddress(hops.at(-trustedProxies) ?? '') ?? connection;
  };
}

function parseAddress(text: string): string | undefined {
  const [address = ''] = text.split('%');
  const parsed = SocketAddress.parse(isIPv6(address) ? `[${address}]` : address)?.address;
  return parsed?.replace(/^::ffff:(?=[\d.]+$)/, '');
}
