import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createAuthSession, systemClock } from './index.ts';
import { createFakeAuthServer, createMemoryStorage, fakeDeviceIdentity } from './testing/index.ts';

const ada = { clerk: 'ada', password: 'secret' };
const running: AsyncDisposable[] = [];

afterEach(async () => {
  for (const server of running.splice(0)) await server[Symbol.asyncDispose]();
});

/** The fake auth server behind a real socket; `interfere` may answer a request in its place. */
async function startServer(interfere: (...parameters: Parameters<RequestListener>) => boolean) {
  const auth = createFakeAuthServer();
  const server = createServer(async (request, response) => {
    if (interfere(request, response)) return;
    const answer = await auth.handle(await toRequest(request));
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  running.push(server);
  const { port } = server.address() as AddressInfo;
  const storage = createMemoryStorage();
  const open = (options: { requestTimeoutMs?: number } = {}) =>
    createAuthSession({
      baseUrl: `http://127.0.0.1:${port}/`,
      deviceIdentity: fakeDeviceIdentity,
      storage,
      clock: systemClock,
      ...options,
    });
  return { auth, open, storage };
}

async function toRequest(request: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const headers = new Headers(request.headers as Record<string, string>);
  const body = chunks.length === 0 ? null : Buffer.concat(chunks);
  return new Request(`http://${request.headers.host}${request.url}`, {
    method: request.method ?? 'GET',
    headers,
    body,
  });
}

test('sign-in, a signed-in call, refresh and sign-out run over a real socket', async () => {
  const { auth, open, storage } = await startServer(() => false);
  const session = open();
  await session.start();
  expect(await session.login(ada)).toMatchObject({ ok: true });
  expect(await session.refresh()).toBe(true);
  expect((await session.fetchWithSession('/config/v0/scanner')).status).toBe(200);
  await session.logout();
  expect(storage.entries.size).toBe(0);
  expect(auth.requests.map(({ path }) => path)).toEqual([
    '/v0/auth/login',
    '/v0/auth/refresh',
    '/config/v0/scanner',
    '/v0/auth/logout',
  ]);
  session.stop();
});

const breakages: [string, RequestListener][] = [
  ['a dropped connection', (request) => request.socket.destroy()],
  [
    'half an answer',
    (request, response) => {
      response.writeHead(200, { 'Content-Length': '1000' }).write('{"success":');
      setImmediate(() => request.socket.destroy());
    },
  ],
  ['silence', () => {}],
  ['headers and then silence', (_request, response) => response.writeHead(200).flushHeaders()],
  ['a redirect to a page', (_request, response) => response.writeHead(302, { Location: '/portal' }).end()],
  ['a page', (_request, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>')],
];

test.each(breakages)('a refresh answered by %s does not end the session', async (_name, breakage) => {
  const { open, storage } = await startServer((request, response) => {
    if (request.url !== '/v0/auth/refresh') return false;
    breakage(request, response);
    return true;
  });
  await open().login(ada);
  // Another tab: its short limit is not that of the sign-in, which may take longer on a busy machine.
  const session = open({ requestTimeoutMs: 300 });
  await session.start();
  expect(await session.refresh()).toBe(false);
  expect(session.getSnapshot().status).toBe('signed-in');
  expect(storage.getItem('refreshToken')).toBe('refresh-1-0');
  session.stop();
});
