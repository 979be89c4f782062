import { checkpoint, type ScanMode, scanMode } from '@scantix/api-contract';
import { atomWithStorage } from 'jotai/utils';
import * as z from 'zod/mini';

/** What this device remembers for its clerks, whoever is signed in. */
export function createPreferenceAtoms(storage: () => Storage) {
  return {
    /** Where this device scans for a domain; `null` until it is known. */
    placeAtom: preference('scannerCheckpoint', z.nullable(z.object({ domain: z.string(), checkpoint })), null, storage),
    scanModeAtom: preference('scannerMode', scanMode, 'entry' as ScanMode, storage),
    soundsAtom: preference('scannerSounds', z.boolean(), true, storage),
  };
}

/** An atom kept in storage. A text that the schema refuses counts as absent, and a storage that throws as empty. */
function preference<T>(key: string, schema: z.ZodMiniType<T>, initial: T, storage: () => Storage) {
  const parse = (text: string | null): T => {
    try {
      return text === null ? initial : schema.parse(JSON.parse(text));
    } catch {
      return initial;
    }
  };
  const preferenceAtom = atomWithStorage<T>(
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
        } catch {
          // Private mode or a full storage: the choice holds until the page is closed.
        }
      },
      removeItem: () => storage().removeItem(key),
      subscribe: (_, callback) => {
        const onStorage = (event: StorageEvent) => {
          if (event.key === key) callback(parse(event.newValue));
        };
        window.addEventListener('storage', onStorage);
        return () => window.removeEventListener('storage', onStorage);
      },
    },
    { getOnInit: true },
  );
  preferenceAtom.debugLabel = key;
  return preferenceAtom;
}
