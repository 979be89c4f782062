import type { SetStateAction, WritableAtom } from 'jotai';
import { atomWithStorage } from 'jotai/utils';

/** Checks a stored value. A Zod schema is one; any object with a `parse` that throws will do. */
export interface PreferenceSchema<T> {
  /** @throws when `value` is not valid */
  parse(value: unknown): T;
}

/** Where changes of the storage by other tabs are announced, as `storage` events. */
export type StorageEvents = Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;

/** What {@link createStoredAtom} needs. */
export interface StoredAtomOptions<T> {
  readonly key: string;
  readonly schema: PreferenceSchema<T>;
  /** The value while nothing valid is stored. */
  readonly initial: T;
  readonly storage: () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  readonly events: () => StorageEvents;
  readonly serverRendered: boolean;
}

/** One value in the storage. */
export interface StoredAtom<T> {
  readonly atom: WritableAtom<T, [SetStateAction<T>], void>;
  /** Whether the storage accepted the last write. */
  readonly isSaved: () => boolean;
}

/**
 * Creates an atom over one key of the storage. A stored text that the schema rejects counts as absent. When the storage
 * throws (private mode, quota), the atom still holds the value until the page is closed.
 */
export function createStoredAtom<T>(options: StoredAtomOptions<T>): StoredAtom<T> {
  const { key, schema, initial, storage, events, serverRendered } = options;
  let saved = true;
  const parse = (text: string | null): T => {
    try {
      return text === null ? initial : schema.parse(JSON.parse(text));
    } catch {
      return initial;
    }
  };
  const storedAtom = atomWithStorage<T>(
    key,
    initial,
    {
      getItem: () => {
        try {
          return parse(storage().getItem(key));
        } catch {
          return initial;
        }
      },
      setItem: (_, value) => {
        try {
          storage().setItem(key, JSON.stringify(value));
          saved = true;
        } catch {
          saved = false;
        }
      },
      removeItem: () => storage().removeItem(key),
      subscribe: (_, callback) => {
        const onStorage = (event: Event) => {
          const change = event as StorageEvent;
          if (change.key === key) callback(parse(change.newValue));
        };
        events().addEventListener('storage', onStorage);
        return () => events().removeEventListener('storage', onStorage);
      },
    },
    { getOnInit: !serverRendered },
  );
  storedAtom.debugLabel = `${key} stored`;
  return { atom: storedAtom as StoredAtom<T>['atom'], isSaved: () => saved };
}
