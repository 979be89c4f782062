import { Hono } from 'hono';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../http/api-error.ts';
import type { AppEnv } from '../http/app-env.ts';
import { requireSession } from './require-session.ts';
import type { Sessions } from './sessions.ts';

/** Makes a call with this header to a server that knows the token `good`, and `ended`. */
async function call(authorization?: string) {
  const identify = vi.fn(async (token: string) =>
    token === 'good' ? { ok: true, clerk: { login: 'ada' } } : { ok: false, refusal: 'session_revoked' },
  );
  const app = new Hono<AppEnv>()
    .use(requireSession({ identify } as unknown as Sessions))
    .get('/', (context) => context.text(context.get('clerk').login))
    .onError((error) => new Response(error instanceof ApiError ? `${error.code}: ${error.message}` : 'broken'));
  const headers = authorization === undefined ? {} : { Authorization: authorization };
  const answer = await app.request('/', { headers });
  return { text: await answer.text(), tokens: identify.mock.calls.map(([token]) => token) };
}

test.each(['Bearer good', 'bearer good'])('"%s" is the call of the clerk', async (header) => {
  expect(await call(header)).toEqual({ text: 'ada', tokens: ['good'] });
});

test('a session that has ended says so', async () => {
  expect(await call('Bearer ended')).toEqual({
    text: 'session_revoked: This session has been ended',
    tokens: ['ended'],
  });
});

test.each([
  undefined,
  '',
  'Bearer',
  'Bearer ',
  'Basic good',
  'Bearer good and more',
  'x Bearer good',
  `Bearer ${'a'.repeat(4_097)}`,
])('a call with "%s" is refused without a look at sessions', async (header) => {
  expect(await call(header)).toEqual({ text: 'unauthenticated: Sign in to continue', tokens: [] });
});
