/** The last answer: each row of a list asks, and creating formats takes far longer than drawing the row. */
let last = { of: '', zone: undefined as string | undefined };

/** The time zone of a venue if the device has another one. An old browser may not know it, and shows the device's times. */
export function otherZone(venue: string | undefined): string | undefined {
  // A device can move to another time zone.
  const of = `${venue} ${new Date().getTimezoneOffset()}`;
  if (last.of !== of) last = { of, zone: findOtherZone(venue) };
  return last.zone;
}

function findOtherZone(venue: string | undefined): string | undefined {
  try {
    const zoneOf = (timeZone?: string) => new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
    return venue !== undefined && zoneOf(venue) !== zoneOf() ? venue : undefined;
  } catch {
    return undefined;
  }
}

/** A zone as people read it, after other words: ` · America/New York`. */
export const inZone = (timeZone: string | undefined): string =>
  timeZone === undefined ? '' : ` · ${timeZone.replaceAll('_', ' ')}`;
