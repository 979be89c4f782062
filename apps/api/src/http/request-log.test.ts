import { Hono } from 'hono';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createMetrics } from '../system/create-metrics.ts';
import type { AppEnv } from './app-env.ts';
import { requestLog } from './request-log.ts';

test('an answer is sent as the call made it, with the id of the request', async () => {
  const answers: Response[] = [];
  const metrics = createMetrics({ build: 'test' });
  const parts = { log: pino({ level: 'silent' }), newId: () => 'id', metrics, clientAddress: () => '127.0.0.1' };
  const app = new Hono<AppEnv>();
  app.use(async (context, next) => {
    await next();
    answers.push(context.res);
  });
  app.use(requestLog(parts));
  app.get('/', (context) => {
    const answer = context.text('answered');
    answers.push(answer);
    return answer;
  });
  await app.request('/');
  const [made, sent] = answers;
  // Another one around its body would make that a stream.
  expect(sent).toBe(made);
  expect(sent?.headers.get('X-Request-Id')).toBe('id');
});
