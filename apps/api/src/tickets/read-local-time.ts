import { atWall } from '../system/wall-clock.ts';

/** How times without a zone are read. */
export interface LocalTimes {
  /** IANA name; `undefined`: such times are refused. */
  readonly timeZone: string | undefined;
  readonly dateOrder: 'dmy' | 'mdy' | undefined;
}

// `.` is any character: where it could fail, spaces would be tried in all ways.
const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]+(.*))?$/s;
/** German writes dots, and the day first. */
const DOTS = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?:,?\s+(.*))?$/s;
const SLASHES = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?:,?\s+(.*))?$/s;
/** `20:30`, `8:30 p.m.`, `8 pm`. */
const CLOCK = /^(\d{1,2})(?::(\d{2}))?(?::(\d{2}))?\s*(?:([ap])\.?m\.?)?$/i;
const HAS_ZONE = /(?:Z|[+-]\d{2}:?\d{2})$/i;

/**
 * Reads a time of a file as ISO 8601 with a zone. A day without a time of day begins at midnight, as the end of a ticket it
 * ends at the next one. Where clocks show a time twice, a ticket ends at the last one.
 * @returns `problem`: what is wrong with it
 */
export function readLocalTime(
  text: string,
  { timeZone, dateOrder }: LocalTimes,
  { isEnd }: { isEnd: boolean },
): { readonly at: string } | { readonly problem: string } {
  if (ISO.test(text) && HAS_ZONE.test(text)) return { at: text.replace(' ', 'T') };
  const parts = readDate(text, dateOrder);
  if (!parts) {
    const order = SLASHES.test(text) ? 'the order of day and month is not given' : 'not a time';
    return { problem: order };
  }
  if (!timeZone) return { problem: 'no time zone, and that of the venue is not given' };
  const clock = parts.clock === undefined ? { hours: isEnd ? 24 : 0, minutes: 0, seconds: 0 } : readClock(parts.clock);
  const { year, month, day } = parts;
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (!clock || month < 1 || month > 12 || day < 1 || day > lastDay) return { problem: 'not a time' };
  const wall = Date.UTC(year, month - 1, day, clock.hours, clock.minutes, clock.seconds);
  const ofTwo = isEnd && parts.clock !== undefined ? 'last' : 'first';
  return { at: new Date(atWall(wall, timeZone, ofTwo)).toISOString() };
}

function readDate(text: string, order: LocalTimes['dateOrder']) {
  const iso = ISO.exec(text);
  if (iso) return { year: Number(iso[1]), month: Number(iso[2]), day: Number(iso[3]), clock: iso[4] };
  const dots = DOTS.exec(text);
  if (dots) return { year: Number(dots[3]), month: Number(dots[2]), day: Number(dots[1]), clock: dots[4] };
  const slashes = order && SLASHES.exec(text);
  if (!slashes) return undefined;
  const [first, second] = [Number(slashes[1]), Number(slashes[2])];
  const [day, month] = order === 'dmy' ? [first, second] : [second, first];
  return { year: Number(slashes[3]), month, day, clock: slashes[4] };
}

function readClock(text: string) {
  if (/^noon$/i.test(text)) return { hours: 12, minutes: 0, seconds: 0 };
  if (/^midnight$/i.test(text)) return { hours: 0, minutes: 0, seconds: 0 };
  const [, hour, minute = '0', second = '0', half] = CLOCK.exec(text) ?? [];
  if (hour === undefined) return undefined;
  const given = Number(hour);
  const [minutes, seconds] = [Number(minute), Number(second)];
  if (given > (half ? 12 : 23) || minutes > 59 || seconds > 59) return undefined;
  const hours = half ? (given % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : given;
  return { hours, minutes, seconds };
}
