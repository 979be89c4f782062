import { dateFormat } from './format-dates.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const PARTS = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;

/**
 * What the clocks of a time zone show, as an instant at which UTC shows the same, in epoch milliseconds.
 * @param at epoch milliseconds
 * @param timeZone IANA name @default the device's
 * @throws RangeError if there is no such time zone
 * @example
 * new Date(toWallTime(Date.parse('2026-11-21T10:00:00Z'), 'Asia/Kolkata')).getUTCMinutes(); // 30
 */
export function toWallTime(at: number, timeZone?: string): number {
  return at + offsetAt(at, timeZone);
}

/**
 * When the clocks of a time zone show this, in epoch milliseconds; the first time, where they show it twice. What they skip is counted
 * by the clock before: half past two is half past three.
 * @param wall an instant at which UTC shows the same, in epoch milliseconds
 * @param timeZone IANA name @default the device's
 * @throws RangeError if there is no such time zone
 * @example
 * fromWallTime(Date.UTC(2026, 10, 21, 15, 30), 'Asia/Kolkata'); // 2026-11-21T10:00:00Z
 */
export function fromWallTime(wall: number, timeZone?: string): number {
  const before = wall - offsetAt(wall - DAY_MS, timeZone);
  const after = wall - offsetAt(wall + DAY_MS, timeZone);
  const fits = [before, after].filter((at) => toWallTime(at, timeZone) === wall);
  return fits.length > 0 ? Math.min(...fits) : before;
}

/** The zone's clock minus UTC, in milliseconds. */
function offsetAt(at: number, timeZone: string | undefined): number {
  if (timeZone === undefined) return -new Date(at).getTimezoneOffset() * MINUTE_MS;
  const options = { ...PARTS, timeZone, calendar: 'gregory', hourCycle: 'h23', second: '2-digit' } as const;
  const part = Object.fromEntries(
    dateFormat('en-GB', options)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour, minute, second } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1_000) * 1_000;
}
