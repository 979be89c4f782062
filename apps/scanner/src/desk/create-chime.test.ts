import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createChime } from './create-chime.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('of verdicts that come together the gravest is heard, once', () => {
  const play = vi.fn();
  const chime = createChime({ play });
  chime('accepted');
  chime('refused');
  chime('attention');
  vi.advanceTimersByTime(150);
  expect(play.mock.calls).toEqual([['refused']]);
});

test('a verdict that comes later is heard by itself', () => {
  const play = vi.fn();
  const chime = createChime({ play });
  chime('refused');
  vi.advanceTimersByTime(150);
  chime('accepted');
  vi.advanceTimersByTime(150);
  expect(play.mock.calls).toEqual([['refused'], ['accepted']]);
});
