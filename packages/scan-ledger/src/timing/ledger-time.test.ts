import { expect, test } from 'vitest';
import { createDevice, DAY_MS, type Device, HOUR_MS, MINUTE_MS } from '../testing/device-with-clock.ts';
import { readClocks } from './ledger-time.ts';

const CERTAIN = { late: 0, width: 0 };

test.each<[string, number, (device: Device) => void | Promise<void>]>([
  ['right', 0, () => {}],
  ['a day ahead', DAY_MS, () => {}],
  ['a day behind', -DAY_MS, () => {}],
  ['set an hour ahead while the page is open', 0, (device) => device.setClock(HOUR_MS)],
  ['set a day ahead while the page is open', 0, (device) => device.setClock(DAY_MS)],
  ['set a day back while the page is open', 0, (device) => device.setClock(-DAY_MS)],
  [
    'set back while the device sleeps',
    0,
    (device) => {
      device.sleep(HOUR_MS);
      device.setClock(-DAY_MS);
      device.answer();
    },
  ],
  ['wrong and corrected', DAY_MS, (device) => device.setClock(-DAY_MS)],
  [
    'set ahead between two starts, and the server has answered',
    0,
    async (device) => {
      await device.reopen({ setMs: DAY_MS });
      device.answer();
    },
  ],
  [
    'set back between two starts, and the server has answered',
    0,
    async (device) => {
      await device.reopen({ setMs: -DAY_MS });
      device.answer();
    },
  ],
])('a clock that is %s: the time is certain, and goes on', async (_what, aheadMs, happen) => {
  const device = createDevice({ aheadMs });
  device.answer();
  await happen(device);
  expect(device.judge()).toEqual(CERTAIN);
  device.pass(HOUR_MS);
  expect(device.judge()).toEqual(CERTAIN);
  expect(device.likelyError()).toBe(0);
});

test.each<[string, (device: Device) => void | Promise<void>, { late: number; width: number; likely: number }]>([
  ['the device slept an hour', (device) => device.sleep(HOUR_MS), { late: 3600, width: 3600, likely: 0 }],
  [
    'the page was closed for an hour',
    (device) => device.reopen({ closedMs: HOUR_MS }),
    { late: 3600, width: 3600, likely: 0 },
  ],
  [
    'the clock was set ahead between two starts',
    (device) => device.reopen({ setMs: DAY_MS }),
    { late: 0, width: 86_400, likely: 86_400 },
  ],
  [
    'the clock was set back between two starts',
    (device) => device.reopen({ closedMs: HOUR_MS, setMs: -DAY_MS }),
    { late: 3600, width: Number.POSITIVE_INFINITY, likely: -3600 },
  ],
])('where %s the time lies between two bounds, and is never before the earliest', async (_what, happen, expected) => {
  const device = createDevice();
  device.answer();
  device.pass(10 * MINUTE_MS);
  await happen(device);
  expect({ ...device.judge(), likely: device.likelyError() }).toEqual(expected);
  device.answer();
  expect(device.judge()).toEqual(CERTAIN);
});

test('while no server time was ever known the clock of the device counts, and no claim names an offset', () => {
  const { page, clock } = createDevice({ aheadMs: DAY_MS });
  clock.set(clock.now() - HOUR_MS);
  expect(page.read()).toEqual({ earliest: clock.now(), latest: clock.now() });
  expect([page.now(), page.readClock()]).toEqual([clock.now(), null]);
});

test('a claim names the offset of the clock as it is set now, and the time of the last answer', () => {
  const device = createDevice();
  device.answer();
  const checkedAt = Date.UTC(2026, 10, 21, 9, 0, 1);
  expect(device.page.readClock()).toEqual({ offsetMs: 0, checkedAt });
  device.setClock(DAY_MS);
  expect(device.page.readClock()).toEqual({ offsetMs: -DAY_MS, checkedAt });
});

test('an answer that agrees with the time leaves it as it is, and any other one sets it', () => {
  const { page, clock } = createDevice();
  const measure = (offsetMs: number) => {
    page.measure(new Date(clock.now() + offsetMs), readClocks(clock));
    return Math.round(page.now() - clock.now());
  };
  const offsets = [90_000, 90_400, 89_600, 89_000, 90_000, -HOUR_MS];
  expect(offsets.map(measure)).toEqual([90_500, 90_500, 90_500, 89_500, 90_500, 500 - HOUR_MS]);
});

test.each([-100, 0, 100])('over days the time stays within what the last call explains (%i ppm)', (ppm) => {
  const device = createDevice();
  const calls = [
    { afterMs: 9_000, waitMs: 0 },
    { afterMs: 0, waitMs: 9_000 },
    { afterMs: 20, waitMs: 20 },
    { afterMs: 10, waitMs: 300 },
    { afterMs: 300, waitMs: 10 },
  ];
  for (let minute = 0; minute < 3 * 24 * 60; minute += 1) {
    const call = calls[minute % calls.length] ?? { afterMs: 0, waitMs: 0 };
    device.drift(MINUTE_MS + minute, ppm);
    device.answer(call);
    const explainedMs = 1_000 + call.afterMs + call.waitMs;
    expect(Math.abs(device.errorMs())).toBeLessThanOrEqual(explainedMs);
  }
  expect(device.judge().width).toBe(0);
});

test.each<[string, (device: Device) => void]>([
  ['that was frozen', (device) => device.pass(10 * MINUTE_MS)],
  ['on a device that slept', (device) => device.sleep(10 * MINUTE_MS)],
])('an answer that lay in a page %s does not turn the time back', (_what, happen) => {
  const device = createDevice();
  device.answerLater(() => happen(device));
  expect(device.page.readClock()).toBeNull();
  device.answer();
  device.answerLater(() => happen(device));
  expect(device.likelyError()).toBe(0);
  device.answer();
  expect(device.judge()).toEqual(CERTAIN);
});
