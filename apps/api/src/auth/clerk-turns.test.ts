import { expect, test } from 'vitest';
import { createClerkTurns } from './clerk-turns.ts';

test('a clerk has so many turns at once, others wait, and those of another clerk do not', async () => {
  const turns = createClerkTurns({ atOnce: 1, waiting: 1, retryAfterMs: 500 });
  const begun: string[] = [];
  const ask = (clerk: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const done = turns.run(clerk, () => {
      begun.push(clerk);
      return promise;
    });
    return { done, resolve, reject };
  };
  const [first, second, third] = [ask('ada'), ask('ada'), ask('ada')];
  await expect(third.done).rejects.toEqual(expect.objectContaining({ code: 'rate_limited', retryAfterMs: 500 }));
  const other = ask('ivo');
  expect(begun).toEqual(['ada', 'ivo']);
  first.reject(new Error('broken'));
  await expect(first.done).rejects.toThrow('broken');
  second.resolve('two');
  other.resolve('three');
  expect([await second.done, await other.done, begun.length]).toEqual(['two', 'three', 3]);
});
