import type { Clock } from './clock.ts';
import type { ServerTime } from './server-time.ts';
import { isExpired, type TokenPair } from './token-pair.ts';

/** The moments of a pair in the device's time as it is now, even if that clock was moved since the pair was issued. */
export interface PairTime {
  /** A time that is asked for is noted, once a minute: a clock that is set back before the next page makes no pair younger. */
  hasExpired(pair: TokenPair): boolean;
  /** Continues with a pair of an earlier page, which was used at `seenMs` last. */
  resume(pair: TokenPair, seenMs: number | null): void;
  /** Notes the time now. */
  note(pair: TokenPair): void;
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
  /** Stores the latest time at which a pair was used. */
  onSeen: (pair: TokenPair, seenMs: number) => void;
}

/** A pair, and the latest time at which it was used. */
interface Noted {
  readonly accessToken: string;
  readonly seenMs: number;
}

/** A page that is loaded anew more often gains at most as much each time. */
const NOTE_EVERY_MS = 60_000;

/** Reads the moments of pairs. */
export function createPairTime(options: PairTimeOptions): PairTime {
  const { clock, serverTime, offlineGraceMs, getKnown, onSeen } = options;
  /** The pair of an earlier page: it is as late as was noted, and later by what has passed in this page. */
  let resumed: (Noted & { readonly at: number }) | null = null;
  let noted: Noted | null = null;

  /** `latest` decides; `earliest` is proven: a clock that ran ahead for a while is not noted. */
  function read({ accessToken, clockOffsetMs }: TokenPair): { earliest: number; latest: number } {
    const known = getKnown();
    const isKnown = accessToken === known?.accessToken;
    const offsetMs = isKnown ? known.clockOffsetMs : clockOffsetMs;
    const now = clock.now();
    // Another tab has stored it: its times are those of the clock as it is set now.
    const { earliest, latest } =
      isKnown || offsetMs !== null ? serverTime.read(offsetMs) : { earliest: now, latest: now };
    const proven = accessToken === resumed?.accessToken ? resumed.seenMs + clock.monotonicNow() - resumed.at : 0;
    return { earliest: Math.max(earliest, proven), latest: Math.max(latest, proven) };
  }

  function note(pair: TokenPair): void {
    const seenMs = read(pair).earliest;
    noted = { accessToken: pair.accessToken, seenMs };
    onSeen(pair, seenMs);
  }

  const toDeviceTime = (pair: TokenPair, atMs: number) => atMs - (read(pair).latest - clock.now());

  return {
    hasExpired(pair) {
      const { earliest, latest } = read(pair);
      if (pair.accessToken !== noted?.accessToken) noted = { accessToken: pair.accessToken, seenMs: earliest };
      else if (earliest - noted.seenMs >= NOTE_EVERY_MS) note(pair);
      return isExpired(pair.expiresAt, latest);
    },
    resume({ accessToken }, seenMs) {
      noted = { accessToken, seenMs: seenMs ?? 0 };
      if (seenMs !== null) resumed = { ...noted, at: clock.monotonicNow() };
    },
    note,
    getExpiry: (pair) => toDeviceTime(pair, pair.expiresAt),
    getGraceEnd(pair) {
      const endsAt = Math.min(pair.expiresAt + offlineGraceMs, pair.refreshExpiresAt ?? Number.POSITIVE_INFINITY);
      return toDeviceTime(pair, endsAt);
    },
  };
}
