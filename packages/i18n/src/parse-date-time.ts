import { DATE, dateFormat } from './format-dates.ts';
import { fromWallTime } from './wall-time.ts';

const WRITTEN = /^(\d{1,4})[\s./-]+(\d{1,2})[\s./-]+(\d{1,4})(?:[\s,]+(\d{1,2})[:.](\d{2}))?$/;

/**
 * Reads a date and its time as {@link formatDateTime} writes them, with the separators that people type. Without a time it
 * is midnight; a year of two digits is one of this century.
 *
 * @param timeZone IANA name @default the device's
 * @returns `null` for anything else, such as a day that its month does not have
 * @throws RangeError for no language tag or no time zone
 * @example
 * parseDateTime('11/21/26, 14:05', 'en');
 * parseDateTime('21.11.2026', 'de'); // its midnight
 */
export function parseDateTime(text: string, locale: string, timeZone?: string): Date | null {
  const written = WRITTEN.exec(text.trim());
  if (!written) return null;
  const [, first, second, third, hour = '0', minute = '0'] = written;
  const order = dateFormat(locale, DATE).formatToParts(0);
  const fields = order.map(({ type }) => type).filter((type) => type !== 'literal');
  const field = (type: 'year' | 'month' | 'day') => [first, second, third][fields.indexOf(type)] ?? '';
  const [year, month, day] = [fullYear(field('year')), Number(field('month')), Number(field('day'))];
  const wall = new Date(Date.UTC(year, month - 1, day, Number(hour), Number(minute)));
  const exists = wall.getUTCFullYear() === year && wall.getUTCMonth() === month - 1 && wall.getUTCDate() === day;
  const isTime = Number(hour) < 24 && Number(minute) < 60;
  return exists && isTime ? new Date(fromWallTime(wall.getTime(), timeZone)) : null;
}

function fullYear(digits: string): number {
  if (digits.length === 2) return 2000 + Number(digits);
  return digits.length === 4 ? Number(digits) : Number.NaN;
}
