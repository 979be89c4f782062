import { connect } from 'node:net';
import { apiErrorBody } from '@scantix/api-contract';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppEnv } from './app-env.ts';
import { type Listening, startListening } from './start-listening.ts';

let listening: Listening;
beforeAll(async () => {
  const app = new Hono<AppEnv>();
  app.post('/', async (context) => context.text(await context.req.text()));
  // The client of a truncated body is gone, so there is no answer.
  app.onError(() => new Response(null, { status: 400 }));
  listening = await startListening(app, { port: 0, host: '127.0.0.1' });
});
afterAll(() => listening.stop({ graceMs: 1_000 }));

/** Sends bytes and reads until the server closes the connection. */
function send(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(listening.port, '127.0.0.1', () => socket.write(text));
    socket.on('data', (chunk) => {
      answer += chunk.toString();
    });
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
  });
}

const POST = 'POST / HTTP/1.1\r\nConnection: close\r\n';

describe('a request that is no request', () => {
  test.each([
    ['nonsense', 'hello\r\n\r\n', 400, 'invalid_request'],
    ['TLS to a port without it', '\u0016\u0003\u0001\u0002\u0000\u0001\r\n\r\n', 400, 'invalid_request'],
    ['a version that is none', 'GET / HTTP/9.9\r\n\r\n', 400, 'invalid_request'],
    ['a method that is none', 'FETCH / HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'invalid_request'],
    ['a header without a name', `${POST}Host: a\r\n: x\r\n\r\n`, 400, 'invalid_request'],
    ['two lengths', `${POST}Host: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab`, 400, 'invalid_request'],
    [
      'a length and chunks',
      `${POST}Host: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n`,
      400,
      'invalid_request',
    ],
    ['a chunk of no size', `${POST}Host: a\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n`, 400, 'invalid_request'],
    ['headers of 80 KiB', `${POST}Host: a\r\nX: ${'x'.repeat(80 * 1024)}\r\n\r\n`, 431, 'too_large'],
    ['no Host', `${POST}\r\n`, 400, 'invalid_request'],
    ['a Host that is none', `${POST}Host: a b\r\n\r\n`, 400, 'invalid_request'],
    ['a Host with a path', `${POST}Host: a/../b\r\n\r\n`, 400, 'invalid_request'],
    ['an address that is none', 'GET http:// HTTP/1.1\r\nConnection: close\r\nHost: a\r\n\r\n', 400, 'invalid_request'],
    ['an expectation', `${POST}Host: a\r\nExpect: miracles\r\n\r\n`, 417, 'invalid_request'],
  ])('%s is answered as any other error, and not kept open', async (_what, request, status, code) => {
    const answer = await send(request);
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    for (const header of [
      'x-content-type-options: nosniff',
      "content-security-policy: default-src 'none'",
      'cache-control: no-store',
    ]) {
      expect(head.toLowerCase()).toContain(header);
    }
    const json = body.startsWith('{') ? body : body.slice(body.indexOf('{'), body.lastIndexOf('}') + 1);
    expect(apiErrorBody.parse(JSON.parse(json))).toMatchObject({ code });
  });

  test('is not one of HTTP/1.0 without a Host header, as the check of a balancer', async () => {
    expect(await send('POST / HTTP/1.0\r\nContent-Length: 2\r\n\r\nok')).toMatch(/200 OK[\s\S]*ok/);
  });

  test('is answered after others on the same connection, and never in the place of one before it', async () => {
    const good = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nok';
    const socket = connect(listening.port, '127.0.0.1', () => socket.write(good));
    let answer = '';
    for await (const chunk of socket) {
      if (answer === '') socket.write('hello\r\n\r\n');
      answer += String(chunk);
    }
    expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*ok[\s\S]*HTTP\/1\.1 400 /);
    expect(await send(`${good}hello\r\n\r\n`)).not.toMatch(/^HTTP\/1\.1 400 /);
  });

  test('does not spoil the next one', async () => {
    expect(await send(`${POST}Host: a\r\nContent-Length: 2\r\n\r\nok`)).toMatch(/200 OK[\s\S]*ok/);
  });
});
