import type { Clock } from '../system/clock.ts';
import { ApiError } from './api-error.ts';

/** Limits how many of something run at once: of one clerk, and in this process. */
export interface ClerkSlots {
  /**
   * Takes a slot until the returned function is called.
   * @throws ApiError `rate_limited`: the clerk has as many as one may have; `unavailable`: the process has
   */
  enter(clerkId: string): () => void;
}

/** The exports that run at once: of one clerk, and of all. */
export const EXPORT_SLOTS = { perClerk: 2, total: 8, retryAfterMs: 5_000 };

/** Creates slots. They are counted in this process, whose memory and connections they protect. */
export function createClerkSlots({
  perClerk,
  total,
  retryAfterMs,
}: {
  perClerk: number;
  total: number;
  retryAfterMs: number;
}): ClerkSlots {
  const taken = new Map<string, number>();
  let all = 0;
  return {
    enter(clerkId) {
      const own = taken.get(clerkId) ?? 0;
      if (own >= perClerk) throw new ApiError('rate_limited', 'Too many of these at once', { retryAfterMs });
      if (all >= total) throw new ApiError('unavailable', 'The server is busy', { retryAfterMs });
      taken.set(clerkId, own + 1);
      all += 1;
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        all -= 1;
        const left = (taken.get(clerkId) ?? 1) - 1;
        if (left > 0) taken.set(clerkId, left);
        else taken.delete(clerkId);
      };
    },
  };
}

/** Limits how often a clerk does something, by a leaky bucket. */
export interface ClerkPace {
  /** @throws ApiError `rate_limited` */
  take(clerkId: string): void;
}

const SWEEP_ABOVE = 10_000;

/**
 * Creates a pace: `burst` at once, one more every `drainMs`. It is counted in this process: with several of them a clerk
 * gets as many times more, which is still few.
 */
export function createClerkPace({
  clock,
  burst,
  drainMs,
  message = 'Too many searches: wait a moment',
}: {
  clock: Clock;
  burst: number;
  drainMs: number;
  message?: string;
}): ClerkPace {
  const levels = new Map<string, { level: number; at: number }>();
  const levelAt = (now: number, { level, at }: { level: number; at: number }) =>
    Math.max(0, level - Math.max(0, now - at) / drainMs);
  return {
    take(clerkId) {
      const now = clock.now();
      if (levels.size > SWEEP_ABOVE) {
        for (const [id, known] of levels) if (levelAt(now, known) === 0) levels.delete(id);
      }
      const known = levels.get(clerkId);
      const level = known ? levelAt(now, known) : 0;
      // A clock that was set back must not prolong a limit.
      if (known && known.at > now) known.at = now;
      if (level + 1 > burst) {
        const retryAfterMs = Math.max(1, Math.round((level + 1 - burst) * drainMs));
        throw new ApiError('rate_limited', message, { retryAfterMs });
      }
      levels.set(clerkId, { level: level + 1, at: now });
    },
  };
}
