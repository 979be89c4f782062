import { expect, test, vi } from 'vitest';
import type { SavedTime } from '../model/clock-reading.ts';
import { createMemoryFactsStore } from '../testing/create-memory-facts-store.ts';
import { createFakeClock } from '../testing/index.ts';
import { createLedgerTime, readClocks } from './ledger-time.ts';

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
    /** An answer, so long after the call, and so long before it is handled: in milliseconds. */
    answer({ afterMs = 1_000, waitMs = 1_000 } = {}) {
      const sent = readClocks(clock);
      clock.advance(afterMs);
      trueNow += afterMs;
      const date = new Date(Math.floor(trueNow / 1_000) * 1_000);
      clock.advance(waitMs);
      trueNow += waitMs;
      page.measure(date, sent);
    },
    /** A call that is answered at once, and whose answer is handled after something else has happened. */
    answerLater(happen: () => void) {
      const [sent, date] = [readClocks(clock), new Date(Math.floor(trueNow / 1_000) * 1_000)];
      happen();
      page.measure(date, sent);
    },
    /** Time in which the steady clock counts a little too much, in parts per million. */
    drift(ms: number, ppm: number) {
      clock.advance(ms + (ms * ppm) / 1_000_000);
      trueNow += ms;
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
    errorMs: () => page.now() - trueNow,
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

test('the time is saved with the first answer, every five seconds, and when the clock was moved', async () => {
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

test('a clock that is set back before each visit wins no more than five seconds a visit', async () => {
  const device = createDevice();
  device.answer();
  const { earliest } = device.page.read();
  for (let visit = 0; visit < 100; visit += 1) {
    device.pass(10_000);
    await device.reopen({ setMs: -10_000 });
  }
  expect(device.page.read().earliest).toBeGreaterThanOrEqual(earliest + 100 * 5_000);
});

test('a tab that slept does not move the mark back', async () => {
  const device = createDevice();
  device.answer();
  const { clock, facts } = device;
  const asleep = createFakeClock(clock.now());
  const other = createLedgerTime({ clock: asleep, facts, surroundings: { isVisible: () => true }, log: () => {} });
  await other.restore();
  device.pass(HOUR_MS);
  const mark = async () => ((await facts.read('time')) as SavedTime).mark;
  const before = await mark();
  asleep.advance(MINUTE_MS);
  other.read();
  await Promise.resolve();
  expect(await mark()).toBe(before);
  // Only an answer does.
  other.measure(new Date(asleep.now() - DAY_MS), readClocks(asleep));
  await expect.poll(mark).toBeLessThan(before);
});

test('an answer in this page counts more than what is stored', async () => {
  const device = createDevice();
  await device.facts.change('time', () => ({ offsetMs: DAY_MS, checkedAt: 0, mark: 0 }));
  device.answer();
  await device.page.restore();
  expect(device.judge()).toEqual(CERTAIN);
});

test.each<[string, unknown]>([
  ['a text', 'evil'],
  ['null', null],
  ['something else', { a: null }],
  ['texts', { offsetMs: 'evil', checkedAt: 'evil', mark: 'evil' }],
  ['no number', { offsetMs: 0, checkedAt: 0, mark: Number.NaN }],
  ['no time of a date', { offsetMs: 0, checkedAt: 0, mark: 9e15 }],
])('the clock of the device counts where %s is stored as the time, until an answer comes', async (_what, stored) => {
  const device = createDevice();
  await device.facts.change('time', () => stored);
  await device.page.restore();
  expect([device.judge(), device.page.readClock()]).toEqual([CERTAIN, null]);
  device.answer();
  expect(await device.facts.read('time')).toMatchObject({ mark: expect.closeTo(device.clock.now(), -4) });
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
  time.measure(new Date(clock.now()), readClocks(clock));
  await expect.poll(() => log.mock.calls).toEqual([[{ name: 'ledger-clock-not-saved', cause }]]);
  time.measure(null, readClocks(clock));
  time.measure(new Date('no date'), readClocks(clock));
  expect(time.now()).toBe(clock.now() + 500);
});
