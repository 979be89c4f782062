import type { LedgerOwner } from '../model/ledger-owner.ts';
import type { LostScans } from '../model/lost-scans.ts';
import type { Clock } from '../ports/clock.ts';
import type { LedgerLog } from '../ports/ledger-log.ts';
import type { ScanStore } from '../ports/scan-store.ts';
import { noteKey } from './note-key.ts';
import { compareNote, noteWaiting, type WaitingNote, waitingNote, withoutLost } from './waiting-note.ts';

/** Options of createEvictionWatch. */
export interface EvictionWatchOptions {
  readonly store: Pick<ScanStore, 'installation'>;
  /** Returns the storage of the note; it may throw. */
  readonly storage: () => Pick<Storage, 'getItem' | 'setItem'>;
  readonly databaseName: string;
  readonly owner: () => LedgerOwner | null;
  readonly clock: Pick<Clock, 'now'>;
  /** Returns how many scans of the signed-in clerk's domain wait; `null` while that is not known. */
  readonly waiting: () => number | null;
  /** Called with the lost scans of each domain after each change. */
  readonly onLost: (lost: Readonly<Record<string, LostScans>>) => void;
  readonly log: LedgerLog;
}

/** Notices that the browser deleted the scans while no page was open. */
export interface EvictionWatch {
  /** Compares the note with the open database, once it is counted. Never rejects. */
  compare(): Promise<void>;
  /** Notes how many scans wait. */
  note(): void;
  /** The signed-in clerk has seen how many scans are lost. */
  acknowledge(): void;
}

/** Creates the watch; it notes nothing before the comparison. */
export function createEvictionWatch(options: EvictionWatchOptions): EvictionWatch {
  const { store, storage, databaseName, owner, clock, waiting, onLost, log } = options;
  const key = noteKey(databaseName);
  let installation: string | null = null;

  function read(): WaitingNote | null {
    try {
      return waitingNote.safeParse(JSON.parse(storage().getItem(key) ?? 'null')).data ?? null;
    } catch {
      return null;
    }
  }

  function write(note: WaitingNote): void {
    try {
      storage().setItem(key, JSON.stringify(note));
    } catch {
      // A private window or a full storage: a deletion is not noticed then.
    }
    onLost(note.lost);
  }

  /** Changes the note, which other tabs change too; not one of another database, which is compared first. */
  function change(next: (note: WaitingNote) => WaitingNote): void {
    const note = read();
    if (!note || note.installation !== installation) return;
    const changed = next(note);
    if (changed !== note) write(changed);
  }

  function note(): void {
    const domain = owner()?.domain;
    const count = waiting();
    if (domain === undefined || installation === null || count === null) return;
    change((known) => noteWaiting(known, domain, count, new Date(clock.now()).toISOString()));
  }

  return {
    async compare() {
      try {
        installation = await store.installation();
      } catch {
        // The ledger's state reports that the storage does not open.
        return;
      }
      const before = read();
      const compared = compareNote(before, installation);
      if (before && compared !== before) {
        const waited = Object.values(before.waiting);
        const scans = waited.reduce((sum, { count }) => sum + count, 0);
        log({
          name: 'ledger-storage-deleted',
          level: 'warn',
          properties: { scans, since: waited.map(({ since }) => since).sort()[0] },
        });
      }
      if (compared === before) onLost(compared.lost);
      else write(compared);
      note();
    },
    note,
    acknowledge() {
      const domain = owner()?.domain;
      if (domain !== undefined) change((known) => withoutLost(known, domain));
    },
  };
}
