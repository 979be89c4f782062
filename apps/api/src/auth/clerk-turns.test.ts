import { expect, test } from 'vitest';
import { createClerkTurns } from './clerk-turns.ts';

test('a clerk has four turns at once, fifty calls wait, and those of another clerk do not', async () => {
  const turns = createClerkTurns({ waiting: 50 });
  const begun: string[] = [];
  const ask = (clerk: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const done = turns.run(clerk, () => {
      begun.push(clerk);
      return promise;
    });
    return { done, resolve, reject };
  };
  const first = ask('ada');
  const others = Array.from({ length: 53 }, () => ask('ada'));
  await expect(ask('ada').done).rejects.toEqual(expect.objectContaining({ code: 'rate_limited', retryAfterMs: 1_000 }));
  others.push(ask('ivo'));
  expect(begun).toEqual(['ada', 'ada', 'ada', 'ada', 'ivo']);

  first.reject(new Error('broken'));
  await expect(first.done).rejects.toThrow('broken');
  others.push(ask('ada'));
  expect(begun).toHaveLength(6);

  for (const other of others) other.resolve('done');
  expect(new Set(await Promise.all(others.map(({ done }) => done)))).toEqual(new Set(['done']));
});
