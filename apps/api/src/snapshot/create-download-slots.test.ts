import { EventEmitter } from 'node:events';
import type { Context } from 'hono';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AppEnv } from '../http/app-env.ts';
import { createDownloadSlots } from './create-download-slots.ts';

const SEND_LIMIT_MS = 90_000;

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** One slot, and callers whose connection a test closes. */
function setUp() {
  const slots = createDownloadSlots({ atOnce: 1, random: () => 0 });
  const createCaller = () =>
    Object.assign(new EventEmitter(), {
      destroyed: false,
      destroy() {
        this.destroyed = true;
      },
    });
  type Connection = ReturnType<typeof createCaller>;
  const download = (outgoing: Connection) =>
    slots.run(
      { env: { outgoing }, get: () => ({ id: 'ada' }) } as unknown as Context<AppEnv>,
      async () => new Response(),
    );
  return { createCaller, download };
}

test('a slot is taken until the answer is sent', async () => {
  const { createCaller, download } = setUp();
  const [first, second] = [createCaller(), createCaller()];
  await download(first);
  await expect(download(second)).rejects.toMatchObject({ code: 'unavailable', retryAfterMs: 500 });
  first.emit('close');
  await download(second);
});

test('an answer that nobody takes loses its slot and its connection after a time limit, once', async () => {
  const { createCaller, download } = setUp();
  const [frozen, next, third] = [createCaller(), createCaller(), createCaller()];
  await download(frozen);
  vi.advanceTimersByTime(SEND_LIMIT_MS - 1);
  await expect(download(next)).rejects.toMatchObject({ code: 'unavailable' });
  vi.advanceTimersByTime(1);
  expect(frozen.destroyed).toBe(true);
  await download(next);
  frozen.emit('close');
  await expect(download(third)).rejects.toMatchObject({ code: 'unavailable' });
});

test('a caller that has gone takes no slot', async () => {
  const { createCaller, download } = setUp();
  await expect(download(Object.assign(createCaller(), { destroyed: true }))).rejects.toMatchObject({
    code: 'unavailable',
  });
  await download(createCaller());
});
