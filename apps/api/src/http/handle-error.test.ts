import { Hono } from 'hono';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { AppEnv } from './app-env.ts';
import { handleError } from './handle-error.ts';

async function answerTo(error: Error): Promise<{ retryAfter: string | null; status: number; body: unknown }> {
  const app = new Hono<AppEnv>();
  const parts = { log: pino({ level: 'silent' }), clientAddress: () => '127.0.0.1' };
  app.onError(handleError(parts as unknown as Parameters<typeof handleError>[0]));
  app.get('/', () => {
    throw error;
  });
  const answer = await app.request('/');
  return { status: answer.status, retryAfter: answer.headers.get('Retry-After'), body: await answer.json() };
}

test('while the primary changes, callers are told to come later', async () => {
  const { status, retryAfter, body } = await answerTo(new Error('Connection terminated unexpectedly'));
  expect([status, retryAfter]).toEqual([503, '2']);
  expect(body).toMatchObject({ code: 'unavailable', retry_after_ms: 2_000 });
});

test('while its disk is full, callers and commands are told so, and to come later', async () => {
  const full = Object.assign(new Error('could not extend file "base/5/16803": No space left on device'), {
    code: '53100',
  });
  const { status, retryAfter, body } = await answerTo(full);
  expect([status, retryAfter]).toEqual([503, '2']);
  expect(body).toMatchObject({ code: 'unavailable', message: 'The disk of the database is full' });
});

test('an error that one scan may have caused has no delay, and no detail', async () => {
  const { status, retryAfter, body } = await answerTo(new Error('invalid byte sequence'));
  expect([status, retryAfter]).toEqual([503, null]);
  expect(JSON.stringify(body)).not.toContain('byte sequence');
});
