import type { ServerLogPage } from './read-server-page.ts';

/**
 * Puts the newest page in front of the pages read before, if it overlaps the first of them; in place of the first, if it
 * has no other scans. `null` where it does not overlap: then scans are missing between the two, and the log must be read
 * again.
 */
export function prependNewest(newest: ServerLogPage, pages: readonly ServerLogPage[]): readonly ServerLogPage[] | null {
  const known = new Set(pages[0]?.items.map(({ id }) => id));
  const old = newest.items.filter(({ id }) => known.has(id)).length;
  if (old === 0) return null;
  return [newest, ...(old === newest.items.length ? pages.slice(1) : pages)];
}
