import { Hono } from 'hono';
import { expect, test, vi } from 'vitest';
import { ApiError } from '../http/api-error.ts';
import type { AppEnv } from '../http/app-env.ts';
import { requireSession } from './require-session.ts';
import type { Sessions } from './sessions.ts';

/** Makes a call with this header to a server that knows the token `good`, and `ended`, of a device with this order. */
async function call(authorization?: string, wipeOrder?: string) {
  const identify = vi.fn(async (token: string) =>
    token === 'good'
      ? { ok: true, clerk: { login: 'ada' }, wipeOrder }
      : { ok: false, refusal: 'session_revoked', wipeOrder },
  );
  const orders: unknown[] = [];
  const app = new Hono<AppEnv>()
    .use(async (context, next) => {
      await next();
      orders.push('wipeOrder' in context.var ? context.var.wipeOrder : 'none');
    })
    .use(requireSession({ identify } as unknown as Sessions))
    .get('/', (context) => context.text(context.get('clerk').login))
    .onError((error) => new Response(error instanceof ApiError ? `${error.code}: ${error.message}` : 'broken'));
  const headers = authorization === undefined ? {} : { Authorization: authorization };
  const answer = await app.request('/', { headers });
  return { text: await answer.text(), tokens: identify.mock.calls.map(([token]) => token), orders };
}

test.each(['Bearer good', 'bearer good'])('"%s" is the call of the clerk', async (header) => {
  expect(await call(header)).toMatchObject({ text: 'ada', tokens: ['good'] });
});

test('an order to wipe the device is there for its answer, also where the session has ended, and no other is', async () => {
  expect((await call('Bearer good', 'the order')).orders).toEqual(['the order']);
  expect((await call('Bearer ended', 'the order')).orders).toEqual(['the order']);
  expect((await call('Bearer good')).orders).toEqual(['none']);
});

test('a session that has ended says so', async () => {
  expect(await call('Bearer ended')).toMatchObject({
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
  expect(await call(header)).toMatchObject({ text: 'unauthenticated: Sign in to continue', tokens: [] });
});
