import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { AppEnv } from './app-env.ts';
import { createContentSecurityPolicy } from './content-security-policy.ts';
import { securityHeaders } from './security-headers.ts';

async function hasTransportSecurity(trustedProxies: number, protocols?: string, isEncrypted = false): Promise<boolean> {
  const app = new Hono<AppEnv>();
  app.use(securityHeaders({ policy: createContentSecurityPolicy(), trustedProxies }));
  app.get('/', (context) => context.text(''));
  const env = { incoming: { socket: isEncrypted ? { encrypted: true } : {} } };
  const headers = new Headers(protocols === undefined ? {} : { 'X-Forwarded-Proto': protocols });
  return (await app.request('/', { headers }, env)).headers.has('Strict-Transport-Security');
}

test.each([
  [2, 'https, http', true],
  [2, 'https,https', true],
  [2, 'http, https', false],
  // What the client claims stands before what the proxies write.
  [1, 'https, http', false],
  [2, 'https, http, http', false],
  [1, 'https', true],
  // The inner proxy leaves what the outer one wrote.
  [2, 'https', true],
  [1, 'http', false],
  [1, '', false],
  [1, undefined, false],
  [0, 'https', false],
])(
  'behind %i proxies, the protocols "%s" mean that the client’s connection is encrypted: %s',
  async (proxies, protocols, is) => {
    expect(await hasTransportSecurity(proxies, protocols)).toBe(is);
  },
);

test('a connection that is encrypted itself needs no header', async () => {
  expect(await hasTransportSecurity(0, undefined, true)).toBe(true);
});

test('a long address of many words is answered', async () => {
  const app = new Hono<AppEnv>();
  app.use(securityHeaders({ policy: createContentSecurityPolicy(), trustedProxies: 0 }));
  const { headers } = await app.request(`/assets/${'worker'.repeat(200_000)}`);
  expect(headers.get('Content-Security-Policy')).not.toContain('wasm-unsafe-eval');
});
