import type { ServerLogPage } from './read-server-page.ts';

/**
 * Puts the newest page in front of the pages read before, if it overlaps the first of them. `null` where it does not:
 * then scans are missing between the two, and the log must be read again.
 */
export function prependNewest(newest: ServerLogPage, pages: readonly ServerLogPage[]): readonly ServerLogPage[] | null {
  const known = new Set(pages[0]?.items.map(({ id }) => id));
  return newest.items.some(({ id }) => known.has(id)) ? [newest, ...pages] : null;
}
