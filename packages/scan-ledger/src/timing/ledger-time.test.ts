import { expect, test, vi } from 'vitest';
import type { SavedTime } from '../model/clock-reading.ts';
import { createMemoryFactsStore } from '../testing/create-memory-facts-store.ts';
import { createFakeClock } from '../testing/index.ts';
import { createLedgerTime } from './ledger-time.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A device whose true time a test moves, with a wall clock of its own, one storage and pages that come and go. */
function createDevice({ aheadMs = 0 } = {}) {
  let trueNow = Date.UTC(2026, 10, 21, 9, 0, 0, 500);
  const clock = createFakeClock(trueNow + aheadMs);
  const facts = createMemoryFactsStore();
  let isVisible = true;
  const surroundings = { isVisible: () => isVisible };
  const openPage = () => createLedgerTime({ clock, facts, surroundings, log: () => {} });
  let page = openPage();
  return {
    clock,
    facts,
    get page() {
      return page;
    },
    /** An answer whose call took two seconds of waiting for it. */
    answer() {
      const sentAt = clock.monotonicNow();
      clock.advance(1_000);
      trueNow += 1_000;
      const date = new Date(Math.floor(trueNow / 1_000) * 1_000);
      clock.advance(1_000);
      trueNow += 1_000;
      page.measure(date, sentAt);
    },
    pass(ms: number) {
      for (let leftMs = ms; leftMs > 0; leftMs -= MINUTE_MS) {
        clock.advance(Math.min(leftMs, MINUTE_MS));
        page.read();
      }
      trueNow += ms;
    },
    /** Somebody, or the network's time, sets the wall clock. */
    setClock(byMs: number) {
      clock.set(clock.now() + byMs);
    },
    /** The screen is off: the wall clock goes on, the steady one and the timers do not. */
    sleep(ms: number) {
      isVisible = false;
      page.read();
      clock.set(clock.now() + ms);
      trueNow += ms;
      isVisible = true;
      page.woken();
    },
    async reopen({ closedMs = 0, setMs = 0 }) {
      clock.set(clock.now() + closedMs + setMs);
      trueNow += closedMs;
      page = openPage();
      await page.restore();
    },
    /** Where the true time is between the two bounds, in seconds after the earliest; and the width of the bounds. */
    judge() {
      const { earliest, latest } = page.read();
      return { late: Math.round((trueNow - earliest) / 1_000) + 0, width: Math.round((latest - earliest) / 1_000) };
    },
    likelyError: () => Math.round((page.now() - trueNow) / 1_000) + 0,
  };
}
type Device = ReturnType<typeof createDevice>;

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

test('two answers never turn the time back, unless the clock of the server itself was corrected', () => {
  const { page, clock } = createDevice();
  const measure = (offsetMs: number) => {
    page.measure(new Date(clock.now() + offsetMs), clock.monotonicNow());
    return Math.round(page.now() - clock.now());
  };
  expect([measure(90_000), measure(89_000), measure(30_500), measure(-HOUR_MS)]).toEqual([
    90_500,
    90_500,
    90_500,
    500 - HOUR_MS,
  ]);
});

test('the time is saved with the first answer, once a minute, and when the clock was moved', async () => {
  const device = createDevice();
  const change = vi.spyOn(device.facts, 'change');
  const read = async () => (await device.facts.read('time')) as SavedTime;
  device.answer();
  device.answer();
  expect(change).toHaveBeenCalledTimes(1);
  device.setClock(HOUR_MS);
  device.answer();
  expect(change).toHaveBeenCalledTimes(2);
  const { mark, checkedAt } = await read();
  device.pass(3 * MINUTE_MS);
  expect(change).toHaveBeenCalledTimes(5);
  expect(await read()).toEqual({ offsetMs: -HOUR_MS, checkedAt, mark: mark + 3 * MINUTE_MS });
});

test('an answer in this page counts more than what is stored', async () => {
  const device = createDevice();
  await device.facts.change('time', () => ({ offsetMs: DAY_MS, checkedAt: 0, mark: 0 }));
  device.answer();
  await device.page.restore();
  expect(device.judge()).toEqual(CERTAIN);
});

test('what another tab has measured later stays stored', async () => {
  const device = createDevice();
  const later = { offsetMs: 7, checkedAt: Date.UTC(2026, 10, 22), mark: Date.UTC(2026, 10, 22) };
  await device.facts.change('time', () => later);
  device.answer();
  expect(await device.facts.read('time')).toEqual(later);
});

test('a storage that fails stops nothing', async () => {
  const log = vi.fn();
  const clock = createFakeClock();
  const cause = new Error('no storage');
  const fail = () => Promise.reject(cause);
  const facts = { read: fail, change: fail };
  const time = createLedgerTime({ clock, facts, surroundings: { isVisible: () => true }, log });
  await time.restore();
  time.measure(new Date(clock.now()), clock.monotonicNow());
  await expect.poll(() => log.mock.calls).toEqual([[{ name: 'ledger-clock-not-saved', cause }]]);
  time.measure(null, 0);
  time.measure(new Date('no date'), 0);
  expect(time.now()).toBe(clock.now() + 500);
});
