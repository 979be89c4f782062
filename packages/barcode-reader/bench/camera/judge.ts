import type { PageRecord } from './page/page.ts';
import { percentile } from './percentile.ts';
import { type SessionPlan, type Showing, saysTheSame } from './session-plan.ts';

/** The results of a subject in a session. */
export interface Verdict {
  readonly read: number;
  /** For each code that was read, the milliseconds since it was shown. */
  readonly delays: ReadonlyMap<Showing, number>;
  readonly p50Ms: number;
  readonly p90Ms: number;
  readonly p95Ms: number;
  /** Texts that no card has, each counted once. */
  readonly wrong: readonly string[];
  /** The highest number of calls for one code. */
  readonly callbacksPerCode: number;
  readonly longTaskMsPerSecond: number;
  readonly seconds: number;
  readonly pictures: number;
}

/**
 * Seconds by which a read may lie outside of its card's time: the frame was taken earlier, and the session's clock is
 * interpolated between two stamps. No other card near it has the same text.
 */
const toleranceSeconds = 1;

/** Compares what a page recorded with what was shown. */
export function judge(plan: SessionPlan, record: PageRecord, framesPerSecond: number): Verdict {
  const secondOf = createSessionClock(record.stamps, framesPerSecond);
  const firstReads = new Map<Showing, number>();
  const wrong = new Set<string>();
  const callbacks = new Map<Showing, number>();
  for (const { at, text } of record.reads) {
    const second = secondOf(at);
    const showing = plan.showings.find(
      (one) =>
        second >= one.from - toleranceSeconds &&
        second < one.to + toleranceSeconds &&
        saysTheSame(one, withControls(text)),
    );
    if (!showing) {
      wrong.add(text);
      continue;
    }
    callbacks.set(showing, (callbacks.get(showing) ?? 0) + 1);
    if (!firstReads.has(showing)) firstReads.set(showing, Math.max(0, second - showing.from) * 1000);
  }
  const delays = [...firstReads.values()];
  const seconds = ((record.stamps.at(-1)?.at ?? 0) - (record.stamps[0]?.at ?? 0)) / 1000;
  const live = record.stamps[0]?.at ?? 0;
  const longMs = record.longTasks.filter(({ at }) => at >= live).reduce((sum, { ms }) => sum + ms, 0);
  return {
    read: firstReads.size,
    delays: firstReads,
    p50Ms: percentile(delays, 50),
    p90Ms: percentile(delays, 90),
    p95Ms: percentile(delays, 95),
    wrong: [...wrong],
    callbacksPerCode: Math.max(0, ...callbacks.values()),
    longTaskMsPerSecond: longMs / seconds,
    seconds,
    pictures: record.pictures,
  };
}

/** Some readers write control characters as their visible symbols by default; that is no wrong read. */
function withControls(text: string): string {
  return text.replace(/[\u2400-\u241f]/g, (picture) => String.fromCharCode(picture.charCodeAt(0) - 0x2400));
}

/** The second of the session at a moment of the page's clock, between the two stamps around it. */
function createSessionClock(stamps: PageRecord['stamps'], framesPerSecond: number) {
  return (at: number): number => {
    const next = stamps.findIndex((stamp, index) => index > 0 && stamp.at >= at);
    const index = next < 0 ? stamps.length - 1 : next;
    const [before, after] = [stamps[index - 1], stamps[index]];
    if (!before || !after) return Number.NEGATIVE_INFINITY;
    const frame = before.frame + ((at - before.at) / (after.at - before.at)) * (after.frame - before.frame);
    return frame / framesPerSecond;
  };
}
