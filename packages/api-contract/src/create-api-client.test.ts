import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { NO_ANSWER_HEADERS } from './answer-headers.ts';
import { logout, refresh } from './auth.ts';
import { acknowledgeConflict, listConflicts } from './conflicts.ts';
import { createApiClient } from './create-api-client.ts';
import { listScans } from './list-scans.ts';
import { exportScansAsCsv } from './reports.ts';
import { getScannerConfig } from './scanner-config.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  vi.unstubAllGlobals();
});

/** A real server with a given answer. */
async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener);
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const answer =
  (status: number, body: unknown, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };

const TOKENS = { access_token: 'a', refresh_token: 'b', expires_in: 3_600, refresh_expires_in: 43_200 };
const call = (baseUrl: string) => createApiClient({ baseUrl }).call(refresh, { body: { refresh_token: 'x' } });

test.each(['', undefined, 'scan.example', 'api/', 'ws://scan.example', '/?tenant=7', 'https://', 'https:///v0'])(
  'no client is made for an address that is none: %s',
  (baseUrl) => {
    const create = () => createApiClient({ baseUrl: baseUrl as string });
    expect(create).toThrow(`baseUrl "${baseUrl}" must be an origin or path without ? or #`);
  },
);

describe('a call', () => {
  test('sends JSON to the path of its endpoint and gives back what the contract promises', async () => {
    let seen: unknown;
    const url = await serve((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const { method, url: path, headers } = request;
        seen = { method, path, type: headers['content-type'], body: Buffer.concat(chunks).toString() };
        answer(
          200,
          { success: true, tokens: TOKENS, more: 'ignored' },
          { Date: 'Sat, 21 Nov 2026 09:00:00 GMT' },
        )(request, response);
      });
    });
    expect(await call(`${url}/`)).toEqual({
      ok: true,
      value: { success: true, tokens: TOKENS },
      answer: { ...NO_ANSWER_HEADERS, date: new Date('2026-11-21T09:00:00.000Z') },
    });
    expect(seen).toEqual({
      method: 'POST',
      path: '/v0/auth/refresh',
      type: 'application/json',
      body: '{"refresh_token":"x"}',
    });
  });

  test('sends its query, without what is undefined, and its headers', async () => {
    let seen = '';
    const url = await serve((request, response) => {
      seen = `${request.url} ${request.headers['x-device-id']}`;
      answer(200, { items: [] })(request, response);
    });
    const query = { cursor: 'a&b=ü', open: undefined } as unknown as { cursor: string };
    await createApiClient({ baseUrl: url }).call(listConflicts, { query, headers: { 'X-Device-Id': 'd' } });
    expect(seen).toBe('/scantix/v0/scanner/conflicts?cursor=a%26b%3D%C3%BC d');
  });

  test('whose address cannot be written, as with half of a surrogate pair in a parameter, has no answer', async () => {
    const lone = { params: { id: '\ud800' } };
    const outcome = await createApiClient({ baseUrl: 'http://127.0.0.1' }).call(acknowledgeConflict, lone);
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'unreachable', cause: expect.any(URIError) } });
  });

  test('puts its parameters into the path, whatever they hold', async () => {
    let seen = '';
    const url = await serve((request, response) => {
      seen = request.url ?? '';
      answer(404, { success: false, code: 'not_found', message: 'Unknown' })(request, response);
    });
    await createApiClient({ baseUrl: url }).call(acknowledgeConflict, { params: { id: 'a/../b?c' } });
    expect(seen).toBe('/scantix/v0/scanner/conflicts/a%2F..%2Fb%3Fc/acknowledge');
  });

  test.each(['.', '..'])('is not another call where a parameter is %s', async (id) => {
    const fetch = vi.fn<typeof globalThis.fetch>();
    const outcome = await createApiClient({ baseUrl: '/', fetch }).call(acknowledgeConflict, { params: { id } });
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'unreachable', cause: expect.any(URIError) } });
    expect(fetch).not.toHaveBeenCalled();
  });

  test('to `/` goes to the page’s own origin', async () => {
    const seen: unknown[] = [];
    const fetch: typeof globalThis.fetch = async (input) => {
      seen.push(input);
      return Response.json({ success: true });
    };
    await createApiClient({ baseUrl: '/', fetch }).call(logout, {});
    expect(seen).toEqual(['/v0/auth/logout']);
  });

  test('that our API refuses is refused, with code, message and when to come back', async () => {
    const url = await serve(
      answer(429, { success: false, code: 'rate_limited', message: 'Wait', retry_after_ms: 1_500 }),
    );
    expect(await call(url)).toMatchObject({
      ok: false,
      failure: { kind: 'refused', status: 429, code: 'rate_limited', message: 'Wait', retryAfterMs: 1_500 },
    });
  });

  test.each([
    [
      'a captive portal’s page',
      answer(200, '<html>Sign in to the Wi-Fi</html>', { 'Content-Type': 'text/html' }),
      { status: 200 },
    ],
    [
      'an answer that breaks the contract',
      answer(200, { success: true, tokens: { ...TOKENS, expires_in: '1h' } }),
      { status: 200 },
    ],
    ['a gateway’s error', answer(502, 'Bad gateway'), { status: 502 }],
    ['somebody else’s JSON', answer(401, { error: 'no' }), { status: 401 }],
    ['a proxy that asks to wait', answer(503, '', { 'Retry-After': '7' }), { status: 503, retryAfterMs: 7_000 }],
    [
      'a proxy that says until when to wait, by its own clock',
      answer(429, '', { Date: 'Sat, 21 Nov 2026 09:00:00 GMT', 'Retry-After': 'Sat, 21 Nov 2026 09:00:30 GMT' }),
      { status: 429, retryAfterMs: 30_000 },
    ],
    ['a broken connection', ((request) => request.socket.destroy()) as RequestListener, {}],
    [
      'half an answer',
      ((_request, response) => {
        response.writeHead(200, { 'Content-Length': '100' });
        response.write('{', () => response.destroy());
      }) as RequestListener,
      {},
    ],
  ])('answered by %s is unreachable', async (_name, listener, details) => {
    const outcome = await call(await serve(listener));
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'unreachable', ...details } });
  });

  test('to nobody is unreachable', async () => {
    const url = await serve(answer(200, {}));
    server?.close();
    server?.closeAllConnections();
    const outcome = await call(url);
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'unreachable' } });
    expect(outcome).not.toHaveProperty('failure.status');
  });

  test('throws nothing but its caller’s own abort', async () => {
    const url = await serve(() => undefined);
    const controller = new AbortController();
    const pending = createApiClient({ baseUrl: url }).call(refresh, {
      body: { refresh_token: 'x' },
      signal: controller.signal,
    });
    const reason = new Error('left the view');
    controller.abort(reason);
    await expect(pending).rejects.toBe(reason);
  });

  test('without its whole answer within the time limit is unreachable', async () => {
    const silent = await serve((request, response) => {
      if (request.url !== '/v0/auth/refresh') return; // no head
      response.writeHead(200).write('{');
    });
    const api = createApiClient({ baseUrl: silent, timeoutMs: 100 });
    const { signal } = new AbortController();
    for (const outcome of [
      await api.call(refresh, { body: { refresh_token: 'x' }, signal }),
      await api.call(getScannerConfig, {}),
    ])
      expect(outcome).toMatchObject({ ok: false, failure: { kind: 'unreachable', cause: { name: 'TimeoutError' } } });
  });

  test('for a file needs only its beginning within the time limit', async () => {
    const timeoutMs = 1_000;
    const url = await serve((_request, response) => {
      response.writeHead(200).write('id\n');
      setTimeout(() => response.end('1\n'), timeoutMs + 100);
    });
    const outcome = await createApiClient({ baseUrl: url, timeoutMs }).call(exportScansAsCsv, { body: {} });
    expect(outcome.ok && (await outcome.value.text())).toBe('id\n1\n');
  });
});

describe('the headers of our own calls', () => {
  const SAYS = {
    Date: 'Sat, 21 Nov 2026 09:00:00 GMT',
    'Scantix-Epoch': 'e1',
    'Scantix-Receipt': '41',
    'Scantix-Server-Build': 's1',
  };
  const saying = { date: new Date('2026-11-21T09:00:00.000Z'), epoch: 'e1', receipt: 41, build: 's1' };

  /** A client whose requests are kept, and answered by what `answers` gives, in order. */
  function clientOf(baseUrl: string, ...answers: (() => Response)[]) {
    const sent: Record<string, string>[] = [];
    const fetch: typeof globalThis.fetch = async (_input, init) => {
      sent.push(init?.headers as Record<string, string>);
      return (answers.shift() ?? (() => Response.json({ items: [] })))();
    };
    return { sent, api: createApiClient({ baseUrl, fetch, build: 'b7' }) };
  }
  const OURS = { 'Scantix-Build': 'b7', 'Scantix-Wire': '2' };

  test('are read from an answer, and from a refusal', async () => {
    const refusal = { success: false, code: 'forbidden', message: 'No' };
    const { api } = clientOf(
      '/',
      () => Response.json({ items: [] }, { headers: SAYS }),
      () => Response.json(refusal, { status: 403, headers: SAYS }),
      () => Response.json({ items: [] }, { headers: { 'Scantix-Receipt': '-1' } }),
      () => Response.json({ items: [] }, { headers: { ...SAYS, 'Cache-Control': 'private, immutable, max-age=9' } }),
    );
    expect(await api.call(listScans, { body: {} })).toEqual({ ok: true, value: { items: [] }, answer: saying });
    expect(await api.call(listScans, { body: {} })).toMatchObject({
      ok: false,
      failure: { kind: 'refused', answer: saying },
    });
    expect(await api.call(listScans, { body: {} })).toMatchObject({ answer: NO_ANSWER_HEADERS });
    expect(await api.call(listScans, { body: {} })).toMatchObject({ answer: NO_ANSWER_HEADERS });
  });

  test('name the build and the wire version, but not to a call that any server may answer', async () => {
    const { api, sent } = clientOf('/');
    await api.call(getScannerConfig, {});
    await api.call(refresh, { body: { refresh_token: 'x' } });
    await api.call(logout, {});
    expect(sent[0]).toMatchObject(OURS);
    for (const headers of sent.slice(1)) expect(Object.keys(headers).join()).not.toContain('Scantix');
  });

  test('wait, on another origin, until the server has named its build, and again after a call without answer', async () => {
    vi.stubGlobal('location', new URL('https://app.example/scanner'));
    const { api, sent } = clientOf(
      'https://api.example',
      () => Response.json({ items: [] }),
      () => Response.json({ items: [] }, { headers: SAYS }),
      () => Response.json({ items: [] }),
      () => {
        throw new TypeError('Failed to fetch');
      },
    );
    for (let calls = 0; calls < 5; calls += 1) await api.call(listScans, { body: {} });
    expect(sent.map((headers) => headers['Scantix-Build'])).toEqual([undefined, undefined, 'b7', 'b7', undefined]);
  });

  test('are always sent to the page’s own origin', async () => {
    vi.stubGlobal('location', new URL('https://app.example/scanner'));
    for (const baseUrl of ['/', 'https://app.example/api']) {
      const { api, sent } = clientOf(baseUrl);
      await api.call(listScans, { body: {} });
      expect(sent[0]).toMatchObject(OURS);
    }
  });
});
