const formats = new Map<string, Intl.DateTimeFormat>();

/** @throws RangeError if there is no such time zone */
export function wallFormat(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone, calendar: 'gregory', hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
  });
  formats.set(timeZone, made);
  return made;
}

/** The instant at which clocks of a zone show a time. Of two the first, or the last; one that is skipped moves forward. */
export function atWall(wall: number, timeZone: string, ofTwo: 'first' | 'last' = 'first'): number {
  const before = wall - offsetAt(wall - 86_400_000, timeZone);
  const after = wall - offsetAt(wall + 86_400_000, timeZone);
  const fits = [before, after].filter((at) => at + offsetAt(at, timeZone) === wall);
  return fits.length > 0 ? Math[ofTwo === 'first' ? 'min' : 'max'](...fits) : before;
}

/** The zone's clock minus UTC, in milliseconds. */
export function offsetAt(at: number, timeZone: string): number {
  const part = Object.fromEntries(
    wallFormat(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(at / 1000) * 1000;
}
