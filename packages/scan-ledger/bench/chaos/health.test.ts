import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createHealth } from './health.ts';

const TAB = 'gate-1~a';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a tab is healthy once it has heard an answer that came after the last trouble, whatever call it was', () => {
  const health = createHealth();
  expect(health.period(TAB, 0)).toBe(null);
  const first = health.call(TAB)(true);
  expect(health.period(TAB, first)).toBe(0);
  // The answer is on its way: the ledger does not know it yet.
  expect(health.period(TAB, 0)).toBe(null);
  health.trouble('gate-1');
  expect(health.period(TAB, first)).toBe(null);
  health.trouble('gate-2');
  expect(health.period(TAB, health.call(TAB)(true))).toBe(1);
});

test('a call that fails or takes long is trouble of its device', () => {
  const health = createHealth();
  const heard = health.call(TAB)(true);
  const end = health.call(TAB);
  vi.advanceTimersByTime(2_600);
  expect(health.period(TAB, heard)).toBe(null);
  expect(end(true)).toBe(0);
  expect(health.period(TAB, heard)).toBe(null);
  expect(health.call(TAB)(false)).toBe(0);
});

test('nobody is healthy during an outage', () => {
  const health = createHealth();
  const isOver = health.outage();
  const heard = health.call(TAB)(true);
  expect(health.period(TAB, heard)).toBe(null);
  isOver();
  expect(health.period(TAB, heard)).toBe(null);
  expect(health.period(TAB, health.call(TAB)(true))).not.toBe(null);
});
