import { expect, test } from 'vitest';
import { createWallClockTimer } from './create-wall-clock-timer.ts';
import { createManualClock } from './testing/index.ts';

function createTimer() {
  const clock = createManualClock();
  const timer = createWallClockTimer(clock);
  const firedAt: number[] = [];
  const startedAt = clock.now();
  return {
    clock,
    timer,
    firedAt,
    set: (ms: number) => timer.set(startedAt + ms, () => firedAt.push(clock.now() - startedAt)),
  };
}

test('it fires at its moment, once', () => {
  const { clock, firedAt, set } = createTimer();
  set(150_000);
  clock.advance(600_000);
  expect(firedAt).toEqual([150_000]);
  expect(clock.countTimers()).toBe(0);
});

test('a moment that has passed fires on the next turn', () => {
  const { clock, firedAt, set } = createTimer();
  set(-1);
  expect(firedAt).toEqual([]);
  clock.advance(0);
  expect(firedAt).toEqual([0]);
});

test('a new moment replaces the old one', () => {
  const { clock, firedAt, set } = createTimer();
  set(10_000);
  set(20_000);
  clock.advance(60_000);
  expect(firedAt).toEqual([20_000]);
});

test('a moment further away than 2^31-1 ms is not fired early', () => {
  const { clock, firedAt, set } = createTimer();
  const days30 = 30 * 24 * 60 * 60_000;
  set(days30);
  clock.advance(days30 - 1);
  expect(firedAt).toEqual([]);
  clock.advance(1);
  expect(firedAt).toEqual([days30]);
});

test('poke fires only what is due', () => {
  const { clock, timer, firedAt, set } = createTimer();
  set(90_000);
  timer.poke();
  expect(firedAt).toEqual([]);
  clock.jump(90_000);
  timer.poke();
  expect(firedAt).toEqual([90_000]);
  clock.advance(600_000);
  expect(firedAt).toEqual([90_000]);
});

test('a clock that was set back makes it fire neither early nor late', () => {
  const { clock, firedAt, set } = createTimer();
  set(150_000);
  clock.jump(-3_600_000);
  clock.advance(149_999);
  expect(firedAt).toEqual([]);
  clock.advance(1);
  expect(firedAt).toEqual([150_000 - 3_600_000]);
});

test('a sleep and a clock that is set back later do not make it fire twice', () => {
  const { clock, firedAt, set } = createTimer();
  set(150_000);
  clock.jump(150_000);
  clock.advance(60_000);
  clock.jump(-150_000);
  clock.advance(600_000);
  expect(firedAt).toEqual([210_000]);
});

test('a timer that was cleared does not fire', () => {
  const { clock, timer, firedAt, set } = createTimer();
  set(60_000);
  timer.clear();
  clock.advance(120_000);
  expect(firedAt).toEqual([]);
  expect(clock.countTimers()).toBe(0);
});
