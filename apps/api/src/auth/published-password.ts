import type { Context } from 'hono';
import type { AppEnv } from '../http/app-env.ts';
import { isLoopback } from '../http/is-loopback.ts';

/** The password of the demo's clerks while only this machine reaches the server. Everybody knows it. */
export const PUBLISHED_PASSWORD = 'scantix-demo';

/** What proxies add. One of this machine connects from it, whoever asks. */
const OF_PROXIES = /^(forwarded|via|x-forwarded-.*|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/;

/**
 * Whether somebody uses the published password who may be on another machine: it signs nobody in there, whoever has it.
 * Behind proxies that are configured it signs in nobody at all.
 */
export function isPublishedElsewhere(password: string, context: Context<AppEnv>, trustedProxies = 0): boolean {
  if (password !== PUBLISHED_PASSWORD) return false;
  const remote = context.env?.incoming?.socket.remoteAddress ?? '';
  // The listener passes a Host on that is no address, such as 256.256.256.256.
  const host = URL.parse(context.req.url)?.hostname ?? '';
  const isHere = isLoopback(remote) && isLoopback(host.replace(/^\[|\]$/g, ''));
  return !isHere || trustedProxies > 0 || Object.keys(context.req.header()).some((name) => OF_PROXIES.test(name));
}
