import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { AppEnv } from './app-env.ts';
import { createClientAddress } from './client-address.ts';

async function addressOf(trustedProxies: number, forwarded?: string, remoteAddress = '192.0.2.1'): Promise<string> {
  const app = new Hono<AppEnv>();
  app.get('/', (context) => context.text(createClientAddress({ trustedProxies })(context)));
  const env = { incoming: { socket: { remoteAddress } } };
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

test.each([
  ['198.51.100.7:50123', '198.51.100.7'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['::ffff:198.51.100.7', '198.51.100.7'],
  ['::ffff:c633:6407', '198.51.100.7'],
  ['fe80::1%eth0', 'fe80::1'],
  ['no address', '192.0.2.1'],
])('an address has one spelling: %s', async (written, address) => {
  expect(await addressOf(1, written)).toBe(address);
});

test('an IPv4 connection to an IPv6 socket has its IPv4 address', async () => {
  expect(await addressOf(0, undefined, '::ffff:198.51.100.7')).toBe('198.51.100.7');
});
