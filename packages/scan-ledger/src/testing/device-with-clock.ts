import { createLedgerTime, readClocks } from '../timing/ledger-time.ts';
import { createMemoryFactsStore } from './create-memory-facts-store.ts';
import { createFakeClock } from './index.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** A device whose true time a test moves, with a wall clock of its own, one storage and pages that come and go. */
export function createDevice({ aheadMs = 0 } = {}) {
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
export type Device = ReturnType<typeof createDevice>;
