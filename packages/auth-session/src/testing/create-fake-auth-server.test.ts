import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createFakeAuthServer } from './create-fake-auth-server.ts';
import { createFakeClock } from './create-fake-clock.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

test('an answer that never comes hears of the end of its call, also after a garbage collection', async () => {
  const server = createFakeAuthServer({ clock: createFakeClock() });
  server.answerNext('/v0/auth/refresh', (_request, signal) => {
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  });
  const call = new AbortController();
  const answer = server.fetch('/v0/auth/refresh', { method: 'POST', signal: call.signal });
  await expect.poll(() => server.count('/v0/auth/refresh')).toBe(1);
  for (let turn = 0; turn < 3; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve, 0));
    collectGarbage();
  }
  call.abort(new Error('over'));
  await expect(answer).rejects.toThrow('over');
});
