import { fromWallTime, toWallTime } from './wall-time.ts';

const DAY_MS = 86_400_000;

/**
 * Midnight of an instant's day, in epoch milliseconds; where clocks skip it, the first moment after it.
 * @param at epoch milliseconds
 * @param timeZone IANA name @default the device's
 * @throws RangeError if there is no such time zone
 */
export function startOfDay(at: number, timeZone?: string): number {
  if (timeZone === undefined) return new Date(at).setHours(0, 0, 0, 0);
  return fromWallTime(Math.floor(toWallTime(at, timeZone) / DAY_MS) * DAY_MS, timeZone);
}
