import { expect, test } from 'vitest';
import { createFakeClock } from './testing/index.ts';
import { createWallClockTimer } from './wall-clock-timer.ts';

function createTimer() {
  const clock = createFakeClock();
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

test('it fires at its moment, once', async () => {
  const { clock, firedAt, set } = createTimer();
  set(150_000);
  await clock.advance(600_000);
  expect(firedAt).toEqual([150_000]);
  expect(clock.countTimers()).toBe(0);
});

test('a moment that has passed fires on the next turn', async () => {
  const { clock, firedAt, set } = createTimer();
  set(-1);
  expect(firedAt).toEqual([]);
  await clock.advance(0);
  expect(firedAt).toEqual([0]);
});

test('a new moment replaces the old one', async () => {
  const { clock, firedAt, set } = createTimer();
  set(10_000);
  set(20_000);
  await clock.advance(60_000);
  expect(firedAt).toEqual([20_000]);
});

test('poke fires only what is due', async () => {
  const { clock, timer, firedAt, set } = createTimer();
  set(90_000);
  timer.poke();
  expect(firedAt).toEqual([]);
  clock.jump(90_000);
  timer.poke();
  expect(firedAt).toEqual([90_000]);
  await clock.advance(600_000);
  expect(firedAt).toEqual([90_000]);
});

test('a clock that was set back does not make it fire early', async () => {
  const { clock, firedAt, set } = createTimer();
  set(60_000);
  clock.jump(-3_600_000);
  await clock.advance(60_000);
  expect(firedAt).toEqual([]);
});
