import type { ClockReading, SavedTime, TimeReading } from '../model/clock-reading.ts';
import type { Clock } from '../ports/clock.ts';
import type { FactsStore } from '../ports/facts-store.ts';
import type { LedgerLog } from '../ports/ledger-log.ts';
import type { Surroundings } from '../ports/surroundings.ts';
import { CALL_TIMEOUT_MS } from './call-in-time.ts';

/** A difference of two clocks beyond what the duration of a call explains. */
const NOISE_MS = 1_000;

/** A difference of two server times beyond what several servers explain. */
const TOLERANCE_MS = 60_000;

/** How much of a visit a device that is reopened with its clock set back may win, in milliseconds. */
const SAVE_EVERY_MS = 5_000;

const FACT = 'time';

/** No date is later, in epoch milliseconds. */
const LAST_MS = 8.64e15;

/** Both clocks of the device at one moment. */
export interface ClocksReading {
  /** Epoch milliseconds. */
  readonly wall: number;
  readonly monotonic: number;
}

/**
 * Whether this was saved as a time: anybody at the device may have changed it, and no view can show what is no date. The sum
 * is a number only where each part is one.
 */
const isTime = (known?: SavedTime | null): known is SavedTime =>
  !!known && Math.abs(known.offsetMs + known.checkedAt + known.mark) < LAST_MS;

/** Reads both clocks. */
export const readClocks = (clock: Pick<Clock, 'now' | 'monotonicNow'>): ClocksReading => ({
  wall: clock.now(),
  monotonic: clock.monotonicNow(),
});

/** How long something took, in milliseconds. Either clock may stand still, or be set, meanwhile. */
export function tookMs(clock: Pick<Clock, 'now' | 'monotonicNow'>, since: ClocksReading): number {
  return Math.max(clock.monotonicNow() - since.monotonic, clock.now() - since.wall);
}

/**
 * The server's time on this device: the `Date` of the server's last answer, and what a steady clock has counted since.
 * Moving the wall clock does not move it.
 */
export interface LedgerTime {
  /** The likely time: epoch milliseconds; the device's own clock before any answer. */
  now(): number;
  read(): TimeReading;
  /** Device's clock against the server's for a claim made now; `null` before any answer. */
  readClock(): ClockReading | null;
  /**
   * Measures with the `Date` of an answer. It tells between which two times the server's is now; a time between them is
   * kept, so that slow calls do not move it. `sent`: the clocks when the call began.
   */
  measure(date: Date | null, sent: ClocksReading): void;
  /** The page is shown again: the device may have slept. */
  woken(): void;
  /** Continues from the measurement of an earlier page, unless this page has measured since. */
  restore(): Promise<void>;
}

/** Options of createLedgerTime. */
export interface LedgerTimeOptions {
  readonly facts: Pick<FactsStore, 'read' | 'change'>;
  readonly clock: Pick<Clock, 'now' | 'monotonicNow'>;
  readonly surroundings: Pick<Surroundings, 'isVisible'>;
  readonly log: LedgerLog;
}

interface Anchor {
  /** The server's time at `monotonicAt`. */
  readonly at: number;
  readonly monotonicAt: number;
  /** The server's time of the measurement behind it. */
  readonly checkedAt: number;
}

/** Creates the time of a page that has measured nothing yet. */
export function createLedgerTime({ facts, clock, surroundings, log }: LedgerTimeOptions): LedgerTime {
  let anchor: Anchor | null = null;
  /** By how much the wall clock ran ahead of the steady one where the device may have slept. */
  let sleptMs = 0;
  let seen = readClocks(clock);
  let mayHaveSlept = false;
  let saved: SavedTime | null = null;

  /** Tells a sleep from a clock that was set: nobody sets the clock of a page that is hidden and asleep. */
  function compareClocks(): void {
    const now = readClocks(clock);
    const aheadMs = now.wall - seen.wall - (now.monotonic - seen.monotonic);
    mayHaveSlept ||= !surroundings.isVisible();
    if (mayHaveSlept && aheadMs > NOISE_MS) sleptMs += aheadMs;
    seen = now;
    mayHaveSlept = !surroundings.isVisible();
  }

  function read(): TimeReading {
    compareClocks();
    const earliest = anchor ? anchor.at + clock.monotonicNow() - anchor.monotonicAt : clock.now();
    const reading = { earliest, latest: earliest + (anchor ? sleptMs : 0) };
    if (saved && earliest - saved.mark >= SAVE_EVERY_MS) save(reading);
    return reading;
  }

  /** @param isCorrected whether the server's clock has gone back: then what is saved is wrong */
  function save({ earliest: mark, latest }: TimeReading, { isCorrected = false } = {}): void {
    // A clock that was set back while no page was open stays in doubt.
    if (!anchor || latest === Number.POSITIVE_INFINITY) return;
    const next = { offsetMs: Math.round(latest - clock.now()), checkedAt: anchor.checkedAt, mark: Math.round(mark) };
    saved = next;
    // A hidden tab knows less than one that has measured later, and a tab that slept than one that did not: the mark never
    // goes back.
    const knowsMore = (known: SavedTime | undefined) =>
      known && (known.checkedAt > next.checkedAt || (known.checkedAt === next.checkedAt && known.mark > next.mark));
    const change = (known: unknown) => (!isCorrected && knowsMore(known as SavedTime | undefined) ? undefined : next);
    void facts.change(FACT, change).catch((cause) => log({ name: 'ledger-clock-not-saved', cause }));
  }

  function now(): number {
    const { earliest, latest } = read();
    return latest === Number.POSITIVE_INFINITY ? earliest : latest;
  }

  return {
    now,
    read,
    readClock: () => anchor && { offsetMs: Math.round(now() - clock.now()), checkedAt: anchor.checkedAt },
    measure(date, sent) {
      if (!date || Number.isNaN(date.getTime())) return;
      const callMs = tookMs(clock, sent);
      // The answer lay in a page that was frozen, or on a device that slept.
      if (callMs > CALL_TIMEOUT_MS) return;
      // The header has no milliseconds.
      const [from, to] = [date.getTime(), date.getTime() + 1_000 + callMs];
      const { earliest } = read();
      const isCorrected = anchor !== null && to < earliest - TOLERANCE_MS;
      const agrees = anchor !== null && from <= earliest && earliest <= to;
      anchor = { at: agrees ? earliest : (from + to) / 2, monotonicAt: clock.monotonicNow(), checkedAt: from };
      sleptMs = 0;
      const reading = read();
      const isMoved = saved && Math.abs(reading.latest - clock.now() - saved.offsetMs) > NOISE_MS;
      if (!saved || isMoved) save(reading, { isCorrected });
    },
    woken() {
      mayHaveSlept = true;
      compareClocks();
    },
    async restore() {
      const before = (await facts.read(FACT).catch(() => undefined)) as SavedTime | null | undefined;
      if (!isTime(before) || anchor) return;
      const { offsetMs, checkedAt, mark } = before;
      compareClocks();
      anchor = { at: mark, monotonicAt: clock.monotonicNow(), checkedAt };
      saved = before;
      const closedMs = clock.now() + offsetMs - mark;
      sleptMs = closedMs < -TOLERANCE_MS ? Number.POSITIVE_INFINITY : Math.max(0, closedMs);
    },
  };
}
