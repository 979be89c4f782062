import { expect, test } from 'vitest';
import { shareRefresh } from './share-refresh.ts';
import type { RefreshOutcome } from './token-refresher.ts';

const refused: RefreshOutcome = { kind: 'refused' };

/** A refresher whose calls the test answers, and the signals of two attempts after each other. */
function setUp() {
  const calls: PromiseWithResolvers<RefreshOutcome>[] = [];
  const refresh = shareRefresh(
    () => {
      const call = Promise.withResolvers<RefreshOutcome>();
      calls.push(call);
      return call.promise;
    },
    async () => {},
  );
  return { calls, refresh, earlier: new AbortController().signal, later: new AbortController().signal };
}

test('the end of a superseded refresh leaves the one that follows it to its callers', async () => {
  const { calls, refresh, earlier, later } = setUp();
  const first = refresh('a', earlier);
  const second = refresh('a', later);
  calls[0]?.resolve(refused);
  await first;
  expect(refresh('a', later)).toBe(second);
  expect(calls.length).toBe(2);
});

test('a superseded refresh that ends after the one that follows it ends as it did', async () => {
  const { calls, refresh, earlier, later } = setUp();
  const first = refresh('a', earlier);
  const second = refresh('a', later);
  calls[1]?.resolve(refused);
  await second;
  calls[0]?.resolve(refused);
  expect(await first).toBe(refused);
});

test('a refresh whose attempt was superseded is not applied', async () => {
  const applied: RefreshOutcome[] = [];
  const refresh = shareRefresh(
    async () => refused,
    async (outcome) => void applied.push(outcome),
  );
  await refresh('a', AbortSignal.abort());
  expect(applied).toEqual([]);
  await refresh('a', new AbortController().signal);
  expect(applied).toEqual([refused]);
});
