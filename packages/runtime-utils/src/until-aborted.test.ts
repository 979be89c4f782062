import { expect, test } from 'vitest';
import { untilAborted } from './until-aborted.ts';

const never = new Promise<number>(() => {});

test('without a signal the work itself is returned', () => {
  expect(untilAborted(never, undefined)).toBe(never);
});

test('an abort ends the wait with the reason of the signal', async () => {
  const caller = new AbortController();
  const result = untilAborted(never, caller.signal);
  caller.abort(new Error('gone'));
  await expect(result).rejects.toThrow('gone');
  await expect(untilAborted(never, caller.signal)).rejects.toThrow('gone');
});

test('work that ends first gives its value', async () => {
  expect(await untilAborted(Promise.resolve(7), new AbortController().signal)).toBe(7);
});
