import { expect, test } from 'vitest';
import { createManualClock } from './testing/index.ts';
import { withinTime } from './within-time.ts';

const never = new Promise<number>(() => {});

test('work that ends in time gives its value and leaves no timer', async () => {
  const clock = createManualClock();
  expect(await withinTime(Promise.resolve(7), { timeoutMs: 1_000, onTimeout: () => null, clock })).toBe(7);
  await Promise.resolve();
  expect(clock.countTimers()).toBe(0);
});

test('work that hangs is replaced after the limit', async () => {
  const clock = createManualClock();
  const result = withinTime(never, { timeoutMs: 1_000, onTimeout: () => null, clock });
  clock.advance(1_000);
  expect(await result).toBeNull();
});

test('what onTimeout throws rejects the call', async () => {
  const clock = createManualClock();
  const onTimeout = () => {
    throw new Error('no answer');
  };
  const result = withinTime(never, { timeoutMs: 1_000, onTimeout, clock });
  clock.advance(1_000);
  await expect(result).rejects.toThrow('no answer');
});

test('an error of the work is passed on', async () => {
  const failing = withinTime(Promise.reject(new Error('broken')), { timeoutMs: 1_000, onTimeout: () => null });
  await expect(failing).rejects.toThrow('broken');
});
