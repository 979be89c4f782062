import type { Clock } from './clock.ts';
import type { ServerTime } from './server-time.ts';
import { isExpired, type TokenPair } from './token-pair.ts';

/** Judges a pair's moments by the time it was issued in, and tells them in the device's time as it is now. */
export interface PairTime {
  hasExpired(pair: TokenPair): boolean;
  /** When the access token expires. */
  getExpiry(pair: TokenPair): number;
  /** Until when a session with this pair goes on without the server. */
  getGraceEnd(pair: TokenPair): number;
}

/** `getKnown` gives the pair that this tab acts on: local storage has no place for the clock's offset at its issue. */
export function createPairTime(
  clock: Clock,
  serverTime: ServerTime,
  offlineGraceMs: number,
  getKnown: () => TokenPair | null,
): PairTime {
  function nowFor(pair: TokenPair): number {
    const known = getKnown();
    return serverTime.nowFor(pair.accessToken === known?.accessToken ? known.clockOffsetMs : pair.clockOffsetMs);
  }

  const toDeviceTime = (pair: TokenPair, atMs: number) => atMs - (nowFor(pair) - clock.now());

  return {
    hasExpired: (pair) => isExpired(pair.expiresAt, nowFor(pair)),
    getExpiry: (pair) => toDeviceTime(pair, pair.expiresAt),
    getGraceEnd: (pair) =>
      toDeviceTime(pair, Math.min(pair.expiresAt + offlineGraceMs, pair.refreshExpiresAt ?? Number.POSITIVE_INFINITY)),
  };
}
