import * as z from 'zod/mini';
import type { LostScans } from '../model/lost-scans.ts';

// `z.record` checks the same and is 0.5 KB more of what every session loads.
const byDomain = z.catchall(z.object({}), z.object({ count: z.number(), since: z.string() }));

/** What is noted outside IndexedDB, so that it outlives its deletion. */
export const waitingNote = z.object({
  /** The id that the database got when it was made. */
  installation: z.string(),
  /** The scans of each domain that wait for the server. */
  waiting: byDomain,
  /** Those that were deleted, until a clerk has seen it. */
  lost: byDomain,
});
/** What is noted outside IndexedDB. */
export type WaitingNote = z.infer<typeof waitingNote>;

/**
 * Returns the note for the database that is open now. Another one than noted was made since: the browser has deleted the
 * one before, and what waited in it is lost.
 */
export function compareNote(note: WaitingNote | null, installation: string): WaitingNote {
  if (!note) return { installation, waiting: {}, lost: {} };
  if (note.installation === installation) return note;
  const lost = { ...note.lost };
  for (const [domain, waiting] of Object.entries(note.waiting)) lost[domain] = addLost(lost[domain], waiting);
  return { installation, waiting: {}, lost };
}

function addLost(before: LostScans | undefined, more: LostScans): LostScans {
  return before ? { count: before.count + more.count, since: before.since } : more;
}

/** Returns the note with so many waiting scans; the same one where nothing changes. @param now ISO 8601 */
export function noteWaiting(note: WaitingNote, domain: string, count: number, now: string): WaitingNote {
  const known = note.waiting[domain];
  if ((known?.count ?? 0) === count) return note;
  const { [domain]: _, ...others } = note.waiting;
  return { ...note, waiting: count === 0 ? others : { ...others, [domain]: { count, since: known?.since ?? now } } };
}

/** Returns the note without the lost scans of a domain: a clerk has seen how many there were. */
export function withoutLost(note: WaitingNote, domain: string): WaitingNote {
  const { [domain]: _, ...lost } = note.lost;
  return { ...note, lost };
}
