import type { WireTokens } from './auth-answers.ts';
import type { Clock } from './clock.ts';
import type { TokenPair } from './token-pair.ts';

/** `Date` has whole seconds and answers take time: smaller differences are noise. */
const NOISE_MS = 30_000;

/** How far the server's clock is ahead of this device's, learned from `Date` headers, and how time passes in this page. */
export interface ServerTime {
  /** Whether an answer to this page has shown its `Date` since it began to follow another one. */
  isMeasured(): boolean;
  /**
   * Learns from the `Date` of an answer to a request that was sent at `began` of the steady clock. Returns when that was,
   * by the device's clock as it is set now.
   */
  learn(date: string | null, began: number): number;
  /** What the server's clock shows now, as far as this device knows; epoch milliseconds. */
  now(): number;
  /** Continues with a pair of an earlier page or another tab; the clock may have been moved since that was stored. */
  follow(storedOffsetMs: number | null): void;
  /** Lifetimes count from `sentAt`: a slow answer makes a token expire early, never late. */
  toPair(tokens: WireTokens, sentAt: number): TokenPair;
  /**
   * The device's time, corrected by how far its clock was moved since `issuedOffsetMs` was measured. The wall clock and
   * the steady one differ after a sleep, and after the clock was set: the time is between the two.
   */
  read(issuedOffsetMs: number | null): { readonly earliest: number; readonly latest: number };
}

/** Trusts the device's clock to be steady, not to be right. `onMoved` gets the offset after the clock was moved. */
export function createServerTime(clock: Clock, onMoved: (offsetMs: number) => void): ServerTime {
  const getLeadMs = () => clock.now() - clock.monotonicNow();
  let offsetMs: number | null = null;
  let isMeasured = false;
  /** By how much the wall clock is ahead of the steady one, while nobody moves it. */
  let leadMs = getLeadMs();
  return {
    isMeasured: () => isMeasured,
    learn(date, began) {
      const sentAt = getLeadMs() + began;
      const serverMs = Date.parse(date ?? '');
      if (!Number.isNaN(serverMs)) {
        const measuredMs = Math.round(serverMs - (sentAt + clock.now()) / 2);
        const before = offsetMs;
        if (before === null || Math.abs(measuredMs - before) > NOISE_MS) {
          offsetMs = measuredMs;
          if (before !== null) onMoved(measuredMs);
        }
        isMeasured = true;
        leadMs = getLeadMs();
      }
      return sentAt;
    },
    now: () => clock.now() + (offsetMs ?? 0),
    follow(storedOffsetMs) {
      offsetMs = storedOffsetMs ?? offsetMs;
      isMeasured = false;
      leadMs = getLeadMs();
    },
    toPair(tokens, sentAt) {
      leadMs = getLeadMs();
      return {
        accessToken: tokens.access_token,
        expiresAt: sentAt + Math.round(tokens.expires_in * 1000),
        refreshToken: tokens.refresh_token,
        refreshExpiresAt: sentAt + Math.round(tokens.refresh_expires_in * 1000),
        clockOffsetMs: isMeasured ? offsetMs : null,
      };
    },
    read(issuedOffsetMs) {
      const movedMs = offsetMs === null || issuedOffsetMs === null ? 0 : offsetMs - issuedOffsetMs;
      const now = clock.now() + (Math.abs(movedMs) > NOISE_MS ? movedMs : 0);
      const steady = now + leadMs - getLeadMs();
      return { earliest: Math.min(now, steady), latest: Math.max(now, steady) };
    },
  };
}
