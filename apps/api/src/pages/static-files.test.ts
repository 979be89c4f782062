import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppEnv } from '../http/app-env.ts';
import { rawRequest } from '../testing/raw-request.ts';
import { START_MS } from '../testing/start-ms.ts';
import { startTestServer, type TestServer } from '../testing/start-test-server.ts';
import { createMemoryDatabase } from '../testing/test-databases.ts';
import { mountPages } from './mount.ts';

const STYLE = 'h1 { color: red }';
const SCRIPT = 'const a = 1;\nconst b = a;';

let server: TestServer;
let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'scantix-'));
  const folder = join(root, 'dist');
  await mkdir(join(folder, 'assets'), { recursive: true });
  const page = `<!doctype html><title>The app</title><style>${STYLE}</style><script src="/a.js"></script>`;
  await writeFile(join(folder, 'index.html'), `${page}<script>${SCRIPT}</script>${' '.repeat(2_000)}`);
  await writeFile(join(folder, 'assets/index-a1b2.js'), 'export {};');
  await writeFile(join(folder, 'assets/decoder-worker-c3d4.js'), 'export {};');
  await writeFile(join(folder, 'assets/first-e5f6.js'), 'export {};');
  await writeFile(join(folder, 'assets/first-e5f6.js.br'), 'as the build made it');
  await writeFile(join(folder, 'service-worker.js'), 'self;');
  await writeFile(join(folder, 'manifest.webmanifest'), '{}');
  await writeFile(join(folder, '.hidden'), 'hidden');
  await writeFile(join(root, 'secret.txt'), 'secret');
  server = await startTestServer(await createMemoryDatabase(), {
    contentSecurity: { connectSources: ['https://ingest.example'], styleHashes: ['sha256-AAAA'] },
    trustedProxies: 1,
    mountPages: (app) => {
      const configuration = { APP_NAME: '</script>\u2028' };
      mountPages(app, { folder, configurationFile: join(root, 'config.js'), configuration });
    },
  });
}, START_MS);
afterAll(async () => {
  await server.stop();
  await rm(root, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = { Accept: 'text/html' }) =>
  rawRequest(server.url, { path, headers });

describe('the built app', () => {
  test('is not sent to an address with a Host that is none, and the log tells of no error', async () => {
    const { status, text } = await get('/', { Accept: 'text/html', Host: '1.2.3.4.5' });
    expect([status, JSON.parse(text)]).toMatchObject([400, { code: 'invalid_request' }]);
    expect(server.logged.filter((line) => line.includes('"level":50'))).toEqual([]);
  });

  test.each(['/', '/login', '/scan-result/a.b%2Fc/entry?scan=1', '/scan-result/%E0%A4%A', '/nowhere'])(
    'answers %s with its page, always revalidated',
    async (path) => {
      const { status, headers, text } = await get(path);
      expect(status).toBe(200);
      expect(text).toContain('The app');
      expect(headers['cache-control']).toBe('no-cache');
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
    },
  );

  test('allows the scripts and styles that stand in its page, by their hashes and on no other answer', async () => {
    const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    const page = (await get('/')).headers['content-security-policy'];
    expect(page).toContain(`script-src 'self' ${hashOf(SCRIPT)};`);
    expect(page).toContain(`style-src 'self' 'sha256-AAAA' ${hashOf(STYLE)};`);
    const cached = await get('/', { Accept: 'text/html', 'If-None-Match': String((await get('/')).headers.etag) });
    expect(cached).toMatchObject({ status: 304, headers: { 'content-security-policy': page } });
    expect((await get('/config.js')).headers['content-security-policy']).not.toContain(hashOf(SCRIPT));
  });

  test('serves hashed assets for ever', async () => {
    const { status, headers } = await get('/assets/index-a1b2.js', {});
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
  });

  test('serves the web app manifest under its own type', async () => {
    const { headers } = await get('/manifest.webmanifest', {});
    expect(headers['content-type']).toBe('application/manifest+json');
  });

  test('answers 304 to who has the file already', async () => {
    const { headers } = await get('/');
    const again = await get('/', { Accept: 'text/html', 'If-None-Match': String(headers.etag) });
    expect(again.status).toBe(304);
    expect(again.text).toBe('');
    const weakened = await get('/', { Accept: 'text/html', 'If-None-Match': `"other", W/${headers.etag}` });
    expect(weakened.status).toBe(304);
  });

  test.each(['br', 'gzip'])('compresses with %s where that is understood', async (encoding) => {
    const { headers, text } = await get('/', { Accept: 'text/html', 'Accept-Encoding': encoding });
    expect(headers['content-encoding']).toBe(encoding);
    expect(text.length).toBeLessThan(500);
  });

  test.each([
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0, gzip;q=0', undefined],
    ['*;q=0', undefined],
    ['zebra', undefined],
  ])('answers Accept-Encoding: %s with %s', async (encoding, expected) => {
    const { headers } = await get('/', { Accept: 'text/html', 'Accept-Encoding': encoding });
    expect(headers['content-encoding']).toBe(expected);
  });

  test('sends what the build has compressed already as it is', async () => {
    const { headers, text } = await get('/assets/first-e5f6.js', { 'Accept-Encoding': 'gzip, br' });
    expect(headers['content-encoding']).toBe('br');
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(text).toBe('as the build made it');
    expect((await get('/assets/first-e5f6.js', {})).text).toBe('export {};');
  });

  test.each(['/assets/gone-1234.js', '/favicon.ico'])('says 404 to %s, which is no navigation', async (path) => {
    expect((await get(path, { Accept: 'image/png,*/*;q=0.8' })).status).toBe(404);
  });

  test.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/.hidden',
    '/%2ehidden',
    '//secret.txt',
  ])('gives nothing else away at %s', async (path) => {
    const { text } = await get(path);
    expect(text).not.toMatch(/^secret|^hidden/);
  });
});

describe('the configuration', () => {
  test('is a classic script that sets window.SCANTIX_CONFIG and is never kept', async () => {
    const { headers, text } = await get('/config.js');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    const window: { SCANTIX_CONFIG?: unknown } = {};
    new Function('window', text)(window);
    expect(window.SCANTIX_CONFIG).toEqual({
      API_BASE_URL: '/',
      OFFLINE_SESSION_GRACE_MS: 43_200_000,
      FEATURE_FLAGS: {},
      FEATURES: {},
      APP_NAME: '</script>\u2028',
    });
    expect(text).not.toContain('</script>');
  });

  test('with a proxy for telemetry it has the proxy’s addresses, unless the operator names others', async () => {
    const upstream = { address: 'https://service.example/secret', headers: { Authorization: 'secret' } };
    const configurationOf = async (values: object) => {
      const app = new Hono<AppEnv>();
      const telemetry = { axiom: upstream, sentry: upstream };
      mountPages(app, {
        folder: root,
        configurationFile: join(root, 'none.js'),
        configuration: { ...values },
        telemetry,
      });
      const text = await (await app.request('/config.js')).text();
      expect(text).not.toContain('secret');
      const window: { SCANTIX_CONFIG?: object } = {};
      new Function('window', 'location', text)(window, new URL('https://scan.example:8443/login'));
      return window.SCANTIX_CONFIG;
    };
    expect(await configurationOf({})).toMatchObject({
      AXIOM_URL: '/telemetry/v0/events',
      SENTRY_DSN: 'https://proxy@scan.example:8443/telemetry/v0/errors/1',
    });
    const own = { AXIOM_URL: 'https://logs.example/', SENTRY_DSN: '' };
    expect(await configurationOf(own)).toMatchObject(own);
  });

  test('is the operator’s own file where there is one, without a restart', async () => {
    await writeFile(join(root, 'config.js'), 'window.SCANTIX_CONFIG = {};');
    expect((await get('/config.js')).text).toBe('window.SCANTIX_CONFIG = {};');
    await rm(join(root, 'config.js'));
    expect((await get('/config.js')).text).toContain('API_BASE_URL');
  });

  test('is not the shipped one where the operator’s file cannot be read, and the log tells of it', async () => {
    await mkdir(join(root, 'config.js'));
    const { status, text } = await get('/config.js');
    await rm(join(root, 'config.js'), { recursive: true });
    expect([status, text]).toEqual([503, expect.not.stringContaining('SCANTIX_CONFIG')]);
    expect(server.logged.filter((line) => line.includes('"level":50'))).toEqual([expect.stringContaining('EISDIR')]);
  });
});

describe('every answer', () => {
  const POLICY =
    "default-src 'none'; script-src 'self'; worker-src 'self'; trusted-types scantix; connect-src 'self' https://ingest.example; " +
    "img-src 'self' data: blob:; media-src 'self' blob:; style-src 'self' 'sha256-AAAA'; font-src 'self'; manifest-src 'self'; " +
    "base-uri 'none'; object-src 'none'; frame-ancestors 'none'; form-action 'self'; require-trusted-types-for 'script'";

  test.each(['/config.js', '/assets/index-a1b2.js', '/healthz', '/v0/nothing', '/config/v0/scanner'])(
    '%s carries the security headers',
    async (path) => {
      const { headers } = await get(path);
      expect(headers).toMatchObject({
        'content-security-policy': POLICY,
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'permissions-policy': 'camera=(self), microphone=(), geolocation=()',
      });
      expect(headers).not.toHaveProperty('strict-transport-security');
    },
  );

  test('allows WebAssembly on the worker’s own response only', async () => {
    const { headers } = await get('/assets/decoder-worker-c3d4.js', {});
    expect(headers['content-security-policy']).toContain("script-src 'self' 'wasm-unsafe-eval';");
  });

  test('lets the service worker fetch from this origin, and nothing else', async () => {
    const { headers } = await get('/service-worker.js', {});
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; connect-src 'self'; require-trusted-types-for 'script'",
    );
    // A browser that cached it would never load the next build.
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
  });

  test('asks for HTTPS from now on only where it came over HTTPS', async () => {
    const { headers } = await get('/', { Accept: 'text/html', 'X-Forwarded-Proto': 'https' });
    expect(headers['strict-transport-security']).toBe('max-age=63072000');
  });
});
