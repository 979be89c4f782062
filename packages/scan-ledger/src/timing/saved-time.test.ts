import { expect, test, vi } from 'vitest';
import type { SavedTime } from '../model/clock-reading.ts';
import { createDevice, DAY_MS, HOUR_MS, MINUTE_MS } from '../testing/device-with-clock.ts';
import { createFakeClock } from '../testing/index.ts';
import { createLedgerTime, readClocks } from './ledger-time.ts';

const CERTAIN = { late: 0, width: 0 };

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
