const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** After so many turns in a row in which a receiver took nothing, milliseconds until it is asked again. */
const RECEIVER_DELAYS_MS = [5_000, 30_000, 2 * MINUTE_MS, 5 * MINUTE_MS, 10 * MINUTE_MS, 15 * MINUTE_MS];

/** After so many attempts of one message that a receiver does not take, while it takes or judges some. */
const MESSAGE_DELAYS_MS = [
  5_000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  DAY_MS,
];

/** No try is further away. */
export const MAX_DELAY_MS = DAY_MS;
/** A message is given up when it fails at this age, or waits a day longer. */
export const GIVE_UP_AFTER_MS = 3 * DAY_MS;
/** A webhook whose receiver takes nothing, by failures or refusals, and has taken nothing for so long, is disabled. */
export const DISABLE_AFTER_MS = 5 * DAY_MS;
/** A row of failures ends where nothing was sent for so long after the next try was due. */
export const SILENCE_ENDS_ROW_MS = DAY_MS;
/** Delivered messages are deleted after this, those given up later. */
export const KEEP_DELIVERED_MS = 7 * DAY_MS;
export const KEEP_GIVEN_UP_MS = 30 * DAY_MS;

/** Statuses that say something of one message and not of the receiver. */
const isAboutTheMessage = (status: number) =>
  status >= 400 && status < 500 && ![401, 403, 404, 407, 408, 410, 425, 429].includes(status);

/** What an answer means. */
export type Outcome = 'delivered' | 'refused' | 'gone' | 'unavailable';

/** Reads an attempt's status; `null`: there was no answer. */
export function outcomeOf(status: number | null): Outcome {
  if (status === null) return 'unavailable';
  if (status >= 200 && status < 300) return 'delivered';
  if (status === 410) return 'gone';
  return isAboutTheMessage(status) ? 'refused' : 'unavailable';
}

interface Delay {
  /** 0 to 1: spreads the tries of many. */
  readonly jitter: number;
  /** What the receiver has asked for. */
  readonly retryAfterMs?: number | null;
}

/** Milliseconds until the receiver is asked again, after `failures` turns (1 or more). */
export const receiverDelayMs = (failures: number, delay: Delay) => delayMs(RECEIVER_DELAYS_MS, failures, delay);

/** Milliseconds until a message is tried again, after `attempts` (1 or more). */
export const messageDelayMs = (attempts: number, delay: Delay) => delayMs(MESSAGE_DELAYS_MS, attempts, delay);

function delayMs(delays: readonly number[], times: number, { jitter, retryAfterMs }: Delay): number {
  const base = delays[Math.min(times, delays.length) - 1] ?? 0;
  return Math.min(MAX_DELAY_MS, Math.max(base * (0.8 + 0.4 * jitter), retryAfterMs ?? 0));
}
