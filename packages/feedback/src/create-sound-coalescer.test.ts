import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSoundCoalescer, scanSoundsMostUrgentFirst } from './index.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  const play = vi.fn();
  return { play, announce: createSoundCoalescer({ play, mostUrgentFirst: scanSoundsMostUrgentFirst }) };
}

test('of verdicts that come together the gravest is heard, once', () => {
  const { announce, play } = setUp();
  announce('accepted');
  announce('refused');
  announce('attention');
  vi.advanceTimersByTime(150);
  expect(play.mock.calls).toEqual([['refused']]);
});

test('a verdict that comes later is heard by itself', () => {
  const { announce, play } = setUp();
  announce('refused');
  vi.advanceTimersByTime(150);
  announce('accepted');
  vi.advanceTimersByTime(150);
  expect(play.mock.calls).toEqual([['refused'], ['accepted']]);
});

test('the same sound requested twice within the window is played once, and the window is not extended', () => {
  const { announce, play } = setUp();
  announce('accepted');
  vi.advanceTimersByTime(149);
  announce('accepted');
  vi.advanceTimersByTime(1);
  expect(play.mock.calls).toEqual([['accepted']]);
});
