import { expect, test, vi } from 'vitest';
import { createFakeClock } from '../testing/index.ts';
import { createRetryTimer } from './retry-timer.ts';

test('a wall clock that is set back by an hour prolongs a wait by a heartbeat at most', () => {
  const clock = createFakeClock();
  const onDue = vi.fn();
  const timer = createRetryTimer(clock, onDue);
  timer.start();
  timer.wait(20_000);
  clock.set(clock.now() - 3_600_000);
  clock.advance(50_000);
  expect(onDue).toHaveBeenCalledOnce();
  timer.stop();
});
