import { type Atom, atom, type SetStateAction, type WritableAtom } from 'jotai';
import { createStoredAtom, type PreferenceSchema, type StorageEvents, type StoredAtomOptions } from './stored-atom.ts';

/** Options of {@link createPreferenceStore}. */
export interface PreferenceStoreOptions {
  /** Called for each access, since reading the property may throw. @default `() => window.localStorage` */
  readonly storage?: StoredAtomOptions<unknown>['storage'];
  /** @default `() => window` */
  readonly events?: () => StorageEvents;
  /**
   * For a page that a server renders: every value is its `initial` until the component that uses it is mounted, so that
   * server and browser agree. @default false: a stored value is there in the first render
   */
  readonly serverRendered?: boolean;
}

/** The outcome of the last change that somebody made. */
export interface PreferenceSave {
  /** Whether the storage accepted the value. If not, it is in effect until the page is closed. */
  readonly ok: boolean;
  /** Restores and saves the value from before the change. */
  readonly undo: () => void;
}

/** A preference. Write it with `chosen: false` when the app sets it by itself: `lastSaveAtom` then stays as it is. */
export type PreferenceAtom<T> = WritableAtom<T, [next: SetStateAction<T>, chosen?: boolean], void>;

/** Creates atoms over the storage of the device. */
export interface PreferenceStore {
  /** The last save of a chosen value; `null` before the first. */
  readonly lastSaveAtom: Atom<PreferenceSave | null>;
  /** A value that a person chooses. The schema decides whether a stored value counts; else `initial` does. */
  preference<T>(key: string, schema: PreferenceSchema<T>, initial: T): PreferenceAtom<T>;
  /** A value that the app records by itself; it never appears in `lastSaveAtom`. */
  record<T>(key: string, schema: PreferenceSchema<T>, initial: T): WritableAtom<T, [SetStateAction<T>], void>;
}

/**
 * Creates preferences that stay on the device: jotai atoms over schema-checked values in local storage, in step across tabs.
 *
 * @example
 * const preferences = createPreferenceStore();
 * const volumeAtom = preferences.preference('volume', z.number().check(z.maximum(1)), 0.8);
 * const save = useAtomValue(preferences.lastSaveAtom); // { ok: false, undo } when the storage is full
 */
export function createPreferenceStore({
  storage = () => window.localStorage,
  events = () => window,
  serverRendered = false,
}: PreferenceStoreOptions = {}): PreferenceStore {
  const lastSaveAtom = atom<PreferenceSave | null>(null);
  lastSaveAtom.debugLabel = 'lastSave';

  return {
    lastSaveAtom,
    preference<T>(key: string, schema: PreferenceSchema<T>, initial: T): PreferenceAtom<T> {
      const stored = createStoredAtom({ key, schema, initial, storage, events, serverRendered });
      const preferenceAtom = atom(
        (get) => get(stored.atom),
        (get, set, next: SetStateAction<T>, chosen = true) => {
          const before = get(stored.atom);
          const save = (value: SetStateAction<T>) => {
            set(stored.atom, value);
            return stored.isSaved();
          };
          const ok = save(next);
          if (chosen) set(lastSaveAtom, { ok, undo: () => void save(before) });
        },
      );
      preferenceAtom.debugLabel = key;
      return preferenceAtom;
    },
    record: (key, schema, initial) => createStoredAtom({ key, schema, initial, storage, events, serverRendered }).atom,
  };
}
