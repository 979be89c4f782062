const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;
const RECENT_MS = 5 * MINUTE_MS;

/** The pace of scans over one day. */
export interface DayRhythm {
  /** Scans a minute over the last five minutes. */
  readonly perMinute: number;
  /** The highest pace: of the busiest quarter of an hour, or now; `at` in epoch milliseconds; `null` without scans. */
  readonly peak: { readonly at: number; readonly perMinute: number } | null;
  /** Scans of each quarter of an hour, from the first with any to the current one. */
  readonly quarters: readonly number[];
}

/** Options of createDayRhythm. */
export interface DayRhythmOptions {
  /** Counts the scans in [since, until): epoch milliseconds. */
  readonly count: (range: { since: number; until: number }) => Promise<number>;
  /** The beginning of the day: epoch milliseconds. */
  readonly since: number;
}

/**
 * Creates a function that reads the pace of the day. A quarter of an hour that has ended is counted once, and hours
 * without scans in one count, so that the first read costs little and later ones next to nothing. A read rejects as `count`
 * does; the next one counts again.
 */
export function createDayRhythm({ count, since }: DayRhythmOptions) {
  /** The counts of the quarters that had ended at the last read. */
  let ended: readonly number[] = [];
  let readAt = since;

  async function countQuarters(from: number, quarters: number): Promise<number[]> {
    const scans = await count({ since: from, until: from + quarters * QUARTER_MS });
    if (scans === 0) return new Array<number>(quarters).fill(0);
    if (quarters === 1) return [scans];
    const half = Math.floor(quarters / 2);
    const halves = await Promise.all([
      countQuarters(from, half),
      countQuarters(from + half * QUARTER_MS, quarters - half),
    ]);
    return halves.flat();
  }

  return async (now: number): Promise<DayRhythm> => {
    // A clock that goes back was ahead: what seemed to be over may still have been to come.
    const known = now < readAt ? [] : ended;
    const begun = Math.floor(Math.max(0, now - since) / QUARTER_MS) + 1;
    const [further, recent] = await Promise.all([
      countQuarters(since + known.length * QUARTER_MS, begun - known.length),
      count({ since: now - RECENT_MS, until: now + MINUTE_MS }),
    ]);
    const all = [...known, ...further];
    ended = all.slice(0, -1);
    readAt = now;
    const most = Math.max(...all);
    const perMinute = (recent * MINUTE_MS) / RECENT_MS;
    const busiest = { at: since + all.indexOf(most) * QUARTER_MS, perMinute: (most * MINUTE_MS) / QUARTER_MS };
    return {
      perMinute,
      peak: most === 0 ? null : perMinute > busiest.perMinute ? { at: now, perMinute } : busiest,
      quarters: most === 0 ? [] : all.slice(all.findIndex(Boolean)),
    };
  };
}
