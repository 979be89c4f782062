import { noteKey } from '../recovery/note-key.ts';
import type { WaitingNote } from '../recovery/waiting-note.ts';
import type { SealedRow } from '../store/rows.ts';

/**
 * Corrects the note of what waits, by which a ledger notices that the browser has deleted scans: those that went with a
 * wipe are not lost. Where no scan stays, the note goes.
 */
export function noteKept(
  kept: readonly SealedRow[],
  databaseName: string,
  storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
): void {
  const key = noteKey(databaseName);
  try {
    const stored = storage();
    if (kept.length === 0) stored.removeItem(key);
    const note = JSON.parse(stored.getItem(key) ?? 'null') as WaitingNote | null;
    const waiting = Object.entries(note?.waiting ?? {}).flatMap(([domain, known]) => {
      const count = kept.filter((row) => row.domain === domain && row.sync === 'waiting').length;
      return count > 0 ? [[domain, { ...known, count }]] : [];
    });
    if (note) stored.setItem(key, JSON.stringify({ ...note, waiting: Object.fromEntries(waiting) }));
  } catch {
    // A private window: nothing is noted there.
  }
}
