/** The time zone of a venue if the device has another one. An old browser may not know it, and shows the device's times. */
export function otherZone(venue: string | undefined): string | undefined {
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
