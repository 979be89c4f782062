import { checkpoint, type ScanMode, scanMode } from '@scantix/api-contract';
import { atomWithStorage } from 'jotai/utils';
import * as z from 'zod/mini';

const holdMs = z.number().check(z.minimum(0), z.maximum(60_000));
const hold = z.object({ accepted: holdMs, attention: holdMs, refused: holdMs, undecided: holdMs });

/** An accepted scan goes on by itself; every other verdict wants to be seen. */
const HOLD_UNLESS_CHOSEN = { accepted: 1_200, attention: 0, refused: 0, undecided: 0 };

/** What this device remembers for its clerks, whoever is signed in. */
export function createPreferenceAtoms(storage: () => Storage) {
  return {
    /** Where this device scans for a domain; `null` until it is known. */
    placeAtom: preference('scannerCheckpoint', z.nullable(z.object({ domain: z.string(), checkpoint })), null, storage),
    scanModeAtom: preference('scannerMode', scanMode, 'entry' as ScanMode, storage),
    soundsAtom: preference('scannerSounds', z.boolean(), true, storage),
    /** From 0 to 1. */
    volumeAtom: preference('scannerVolume', z.number().check(z.minimum(0), z.maximum(1)), 0.8, storage),
    vibrationAtom: preference('scannerVibration', z.boolean(), true, storage),
    /** How long a verdict stays before the camera goes on, in milliseconds; 0 is until a tap. */
    holdAtom: preference('scannerHold', hold, HOLD_UNLESS_CHOSEN, storage),
    /** What the camera looks for; `null` is all that is offered. */
    symbologiesAtom: preference('scannerSymbologies', z.nullable(z.array(z.string())), null, storage),
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
