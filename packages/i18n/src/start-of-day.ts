import { dateFormat } from './format-dates.ts';

const DAY_MS = 86_400_000;

/**
 * Midnight of an instant's day, in epoch milliseconds; where clocks skip it, the first moment after it.
 * @param at epoch milliseconds
 * @param timeZone IANA name @default the device's
 * @throws RangeError if there is no such time zone
 */
export function startOfDay(at: number, timeZone?: string): number {
  if (timeZone === undefined) return new Date(at).setHours(0, 0, 0, 0);
  const wall = Math.floor((at + offsetAt(at, timeZone)) / DAY_MS) * DAY_MS;
  const before = wall - offsetAt(wall - DAY_MS, timeZone);
  const after = wall - offsetAt(wall + DAY_MS, timeZone);
  const fits = [before, after].filter((midnight) => midnight + offsetAt(midnight, timeZone) === wall);
  return fits.length > 0 ? Math.min(...fits) : before;
}

const PARTS = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const;

/** The zone's clock minus UTC, in milliseconds. */
function offsetAt(at: number, timeZone: string): number {
  const options = { ...PARTS, timeZone, calendar: 'gregory', hourCycle: 'h23', second: '2-digit' } as const;
  const part = Object.fromEntries(
    dateFormat('en-GB', options)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour, minute, second } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1_000) * 1_000;
}
