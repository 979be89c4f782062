import { expect, test } from 'vitest';
import { withoutStalls } from './without-stalls.ts';

test('a body that stops coming ends the import, and one that comes goes on', async () => {
  const sent: number[] = [];
  async function* body() {
    for (let count = 0; count < 5; count += 1) yield new Uint8Array(100_000);
    await new Promise(() => {});
  }
  const read = async () => {
    for await (const chunk of withoutStalls(body(), 20)) {
      sent.push(chunk.length);
      // The time of the database is not the caller's.
      await new Promise((resolve) => setTimeout(resolve, 15));
    }
  };
  await expect(read()).rejects.toMatchObject({ code: 'unavailable', retryAfterMs: 1_000 });
  expect(sent.length).toBe(5);
});

test('a body that trickles ends too', async () => {
  let sent = 0;
  async function* body() {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      sent += 1;
      yield new Uint8Array(1);
    }
  }
  const read = async () => {
    for await (const _ of withoutStalls(body(), 30));
  };
  await expect(read()).rejects.toMatchObject({ code: 'unavailable' });
  expect(sent).toBeLessThan(10);
});
