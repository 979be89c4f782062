import type { Scan } from '@scantix/api-contract';
import { ApiError } from '../http/api-error.ts';

/** Places for the scans that wait for their transaction in this process. */
export interface WaitingRoom {
  /**
   * Takes places for the scans of a call until the returned function is called.
   * @throws ApiError `unavailable`
   */
  enter(domainId: string, scans: readonly Scan[]): () => void;
  /** How many scans wait. */
  waiting(): number;
  /** How long the oldest call has waited, in seconds; 0: none waits. */
  oldestSeconds(): number;
}

/** How many places there are, and the time. */
export interface RoomOptions {
  /** For one domain. At 200 decisions a second these take 15 s, which is longer than a caller waits. @default 3,000 */
  readonly ofDomain?: number;
  /** For all domains of the process. @default 12,000: 24 million characters */
  readonly inAll?: number;
  /** In milliseconds. @default performance.now */
  readonly now?: () => number;
}

/** A scan takes a place for each part of this length. Most scans are shorter; a hostile one may have 150,000. */
const PLACE_CHARACTERS = 2_048;

/** In milliseconds. */
const RETRY_AFTER_MS = 2_000;

/**
 * Creates the room. A domain may have as many places as are free, up to its limit (dynamic thresholds, as in switches that
 * share their memory): some are left for a domain that comes later, however many domains flood the process.
 */
export function createWaitingRoom({
  ofDomain = 3_000,
  inAll = 12_000,
  now = () => performance.now(),
}: RoomOptions = {}): WaitingRoom {
  const domains = new Map<string, number>();
  const calls = new Set<{ readonly scans: number; readonly since: number }>();
  let taken = 0;

  function take(domainId: string, places: number) {
    taken += places;
    const own = (domains.get(domainId) ?? 0) + places;
    if (own > 0) domains.set(domainId, own);
    else domains.delete(domainId);
  }

  return {
    enter(domainId, scans) {
      // A call of its own is never too large: its body is limited already.
      const places = Math.min(
        scans.reduce((sum, scan) => sum + placesOf(scan), 0),
        ofDomain,
      );
      const own = domains.get(domainId) ?? 0;
      if (own + places > Math.min(ofDomain, inAll - taken)) {
        throw new ApiError('unavailable', 'Too many scans wait', { retryAfterMs: RETRY_AFTER_MS });
      }
      take(domainId, places);
      const call = { scans: scans.length, since: now() };
      calls.add(call);
      return () => {
        if (calls.delete(call)) take(domainId, -places);
      };
    },
    waiting: () => [...calls].reduce((sum, { scans }) => sum + scans, 0),
    oldestSeconds() {
      const [oldest] = calls;
      return oldest ? (now() - oldest.since) / 1_000 : 0;
    },
  };
}

function placesOf(scan: Scan): number {
  return Math.ceil(JSON.stringify(scan).length / PLACE_CHARACTERS);
}
