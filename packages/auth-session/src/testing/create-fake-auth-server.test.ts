import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createFakeAuthServer, type FakeAuthServer } from './create-fake-auth-server.ts';
import { createFakeClock } from './create-fake-clock.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const URL_OF_REFRESH = 'http://fake.test/v0/auth/refresh';

test.each<[string, (server: FakeAuthServer, init: RequestInit) => Promise<Response>]>([
  ['a call', (server, init) => server.fetch('/v0/auth/refresh', init)],
  ['a call with a request', (server, init) => server.fetch(new Request(URL_OF_REFRESH, init))],
  ['a request to handle', (server, init) => server.handle(new Request(URL_OF_REFRESH, init))],
])('%s that is never answered hears of its end, also after a garbage collection', async (_what, send) => {
  const server = createFakeAuthServer({ clock: createFakeClock() });
  server.answerNext('/v0/auth/refresh', (_request, signal) => {
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  });
  const call = new AbortController();
  const answer = send(server, { method: 'POST', signal: call.signal });
  await expect.poll(() => server.count('/v0/auth/refresh')).toBe(1);
  for (let turn = 0; turn < 3; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve, 0));
    collectGarbage();
  }
  call.abort(new Error('over'));
  await expect(answer).rejects.toThrow('over');
});

test('a call of an app may have a body that is no JSON', async () => {
  const server = createFakeAuthServer();
  const response = await server.fetch('/labels', { method: 'POST', body: '^XA^FDT-1001^XZ' });
  expect(response.status).toBe(401);
  expect(server.requests.at(-1)?.body).toBe('^XA^FDT-1001^XZ');
});
