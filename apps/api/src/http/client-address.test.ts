import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { AppEnv } from './app-env.ts';
import { createClientAddress } from './client-address.ts';

async function addressOf(trustedProxies: number, forwarded?: string): Promise<string> {
  const app = new Hono<AppEnv>();
  app.get('/', (context) => context.text(createClientAddress({ trustedProxies })(context)));
  const env = { incoming: { socket: { remoteAddress: '192.0.2.1' } } };
  const headers = new Headers(forwarded === undefined ? {} : { 'X-Forwarded-For': forwarded });
  return (await app.request('/', { headers }, env)).text();
}

test('without a proxy the connection’s address counts, whatever a header says', async () => {
  expect(await addressOf(0, '198.51.100.7')).toBe('192.0.2.1');
});

test('behind proxies the entry of the outermost trusted one counts, not what the client wrote before it', async () => {
  expect(await addressOf(1, 'forged, 198.51.100.7')).toBe('198.51.100.7');
  expect(await addressOf(2, 'forged, 198.51.100.7, 203.0.113.9')).toBe('198.51.100.7');
});

test('a proxy that writes nothing leaves the connection’s address', async () => {
  expect(await addressOf(1)).toBe('192.0.2.1');
});
