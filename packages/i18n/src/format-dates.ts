/** A date with two digits each. */
export const DATE = { year: '2-digit', month: '2-digit', day: '2-digit' } as const;
const TIME = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const DAY = { ...DATE, weekday: 'long' } as const;
const DATE_TIME = { ...DATE, ...TIME } as const;
const EXACT_TIME = { ...TIME, second: '2-digit' } as const;

/** Creating a format takes far longer than using one, and a list uses one a row. */
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * A date with its weekday: `Saturday, 11/21/26` in English.
 *
 * @param timeZone IANA name @default the device's
 * @throws RangeError for no date, no language tag or no time zone
 */
export function formatDay(at: string | Date, locale: string, timeZone?: string): string {
  return format(at, locale, { ...DAY, timeZone });
}

/**
 * A date: `11/21/26` in English.
 *
 * @param timeZone IANA name @default the device's
 * @throws RangeError for no date, no language tag or no time zone
 */
export function formatDate(at: string | Date, locale: string, timeZone?: string): string {
  return format(at, locale, { ...DATE, timeZone });
}

/**
 * A date and its time: `11/21/26, 14:05` in English.
 *
 * @param timeZone IANA name @default the device's
 * @throws RangeError for no date, no language tag or no time zone
 */
export function formatDateTime(at: string | Date, locale: string, timeZone?: string): string {
  return format(at, locale, { ...DATE_TIME, timeZone });
}

/**
 * A short weekday: `Sat` in English, `Sa` in German.
 *
 * @param timeZone IANA name @default the device's
 * @throws RangeError for no date, no language tag or no time zone
 */
export function formatWeekday(at: string | Date, locale: string, timeZone?: string): string {
  return format(at, locale, { weekday: 'short', timeZone });
}

/**
 * A time of day with 24 hours: `14:05`.
 *
 * @param timeZone IANA name @default the device's
 * @throws RangeError for no date, no language tag or no time zone
 */
export function formatTime(at: string | Date, locale: string, timeZone?: string): string {
  return format(at, locale, { ...TIME, timeZone });
}

/**
 * A time of day to the second, with 24 hours: `14:05:09`.
 *
 * @param timeZone IANA name @default the device's
 * @throws RangeError for no date, no language tag or no time zone
 */
export function formatExactTime(at: string | Date, locale: string, timeZone?: string): string {
  return format(at, locale, { ...EXACT_TIME, timeZone });
}

function format(at: string | Date, locale: string, options: Intl.DateTimeFormatOptions): string {
  return dateFormat(locale, options).format(new Date(at));
}

/** The format of a language; the same object for the same options, until the device moves to another time zone. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}${new Date().getTimezoneOffset()}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, known);
  return known;
}
