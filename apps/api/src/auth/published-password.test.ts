import { type Context, Hono } from 'hono';
import { expect, test } from 'vitest';
import type { AppEnv } from '../http/app-env.ts';
import { isPublishedElsewhere, PUBLISHED_PASSWORD } from './published-password.ts';

interface Attempt {
  readonly password?: string;
  readonly host?: string;
  /** `null`: of a connection that has none any more. */
  readonly from?: string | null;
  readonly headers?: Record<string, string>;
  readonly trustedProxies?: number;
}

/** Whether an attempt is refused for its password, before anything else is asked. */
async function isRefused({ password, host, from, headers, trustedProxies }: Attempt = {}): Promise<boolean> {
  const app = new Hono<AppEnv>().get('/', (context) =>
    context.json(isPublishedElsewhere(password ?? PUBLISHED_PASSWORD, context, trustedProxies)),
  );
  const socket = from === null ? {} : { remoteAddress: from ?? '127.0.0.1' };
  const answer = await app.request(
    `http://${host ?? 'localhost:3000'}/`,
    { headers: headers ?? {} },
    { incoming: { socket } },
  );
  return (await answer.json()) as boolean;
}

test('the published password is good on this machine, by each of its names', async () => {
  for (const host of ['localhost', 'localhost:3000', '127.0.0.1:3000', '[::1]:3000'])
    for (const from of ['127.0.0.1', '::1', '::ffff:127.0.0.1']) expect(await isRefused({ host, from })).toBe(false);
});

test.each<[string, Attempt]>([
  ['another machine', { from: '192.0.2.7' }],
  ['a connection without an address', { from: null }],
  ['another name', { host: 'scantix.example' }],
  ['a name that has an address of this machine in it', { host: '127.0.0.1.example' }],
  ['a configured proxy', { trustedProxies: 1 }],
  ['a proxy of this machine', { headers: { 'X-Forwarded-For': '192.0.2.7' } }],
  ['a proxy that says Via', { headers: { Via: '1.1 proxy' } }],
])('the published password is refused from %s, and no other is', async (_where, attempt) => {
  expect(await isRefused(attempt)).toBe(true);
  expect(await isRefused({ ...attempt, password: 'another one' })).toBe(false);
});

test('the published password is refused without a connection: nobody knows from where it comes', async () => {
  const app = new Hono<AppEnv>().get('/', (context) => context.json(isPublishedElsewhere(PUBLISHED_PASSWORD, context)));
  for (const environment of [undefined, {}])
    expect(await (await app.request('http://localhost/', {}, environment)).json()).toBe(true);
});

test('the published password is refused with a Host that is no address', async () => {
  const context = { req: { url: 'http://256.256.256.256/' }, env: { incoming: { socket: { remoteAddress: '::1' } } } };
  expect(isPublishedElsewhere(PUBLISHED_PASSWORD, context as unknown as Context<AppEnv>)).toBe(true);
});
