import type { Clock } from './clock.ts';
import type { ServerTime } from './server-time.ts';
import { isExpired, type TokenPair } from './token-pair.ts';

/** The moments of a pair in the device's time as it is now, even if that clock was moved since the pair was issued. */
export interface PairTime {
  hasExpired(pair: TokenPair): boolean;
  /** When the access token expires, epoch milliseconds. */
  getExpiry(pair: TokenPair): number;
  /** Until when a session with this pair continues without the server, epoch milliseconds. */
  getGraceEnd(pair: TokenPair): number;
}

interface PairTimeOptions {
  clock: Clock;
  serverTime: ServerTime;
  offlineGraceMs: number;
  /** The pair that this tab acts on: local storage has no key for the clock's offset at the time of issue. */
  getKnown: () => TokenPair | null;
}

/** Reads the moments of pairs. */
export function createPairTime({ clock, serverTime, offlineGraceMs, getKnown }: PairTimeOptions): PairTime {
  function now(pair: TokenPair): number {
    const known = getKnown();
    const isKnown = pair.accessToken === known?.accessToken;
    const { clockOffsetMs } = isKnown ? known : pair;
    // Another tab has stored it: its times are those of the clock as it is set now.
    return isKnown || clockOffsetMs !== null ? serverTime.read(clockOffsetMs).latest : clock.now();
  }

  const toDeviceTime = (pair: TokenPair, atMs: number) => atMs - (now(pair) - clock.now());

  return {
    hasExpired: (pair) => isExpired(pair.expiresAt, now(pair)),
    getExpiry: (pair) => toDeviceTime(pair, pair.expiresAt),
    getGraceEnd(pair) {
      const endsAt = Math.min(pair.expiresAt + offlineGraceMs, pair.refreshExpiresAt ?? Number.POSITIVE_INFINITY);
      return toDeviceTime(pair, endsAt);
    },
  };
}
