import { checkpoint, type ScanMode, scanMode } from '@scantix/api-contract';
import { atom, type SetStateAction } from 'jotai';
import { atomWithStorage } from 'jotai/utils';
import * as z from 'zod/mini';

const holdMs = z.number().check(z.minimum(0), z.maximum(60_000));
const hold = z.object({ accepted: holdMs, attention: holdMs, refused: holdMs, undecided: holdMs });

const cameraCan = z.object({ light: z.boolean(), zoom: z.number() });

/** An accepted scan goes on by itself; every other verdict wants to be seen. */
const HOLD_UNLESS_CHOSEN = { accepted: 1_200, attention: 0, refused: 0, undecided: 0 };

/** How the last change of a preference went. */
export interface PreferenceSave {
  /** Whether the storage took it; if not, the choice holds until the page is closed. */
  readonly ok: boolean;
  readonly undo: () => void;
}

/** What this device remembers for its clerks, whoever is signed in. */
export function createPreferenceAtoms(storage: () => Storage) {
  const lastSaveAtom = atom<PreferenceSave | null>(null);
  lastSaveAtom.debugLabel = 'lastSave';

  function preference<T>(key: string, schema: z.ZodMiniType<T>, initial: T) {
    const stored = createStoredAtom(key, schema, initial, storage);
    const preferenceAtom = atom(
      (get) => get(stored.atom),
      // Nobody is told of what nobody chose.
      (get, set, next: SetStateAction<T>, chosen = true) => {
        const before = get(stored.atom);
        const save = (value: SetStateAction<T>) => {
          set(stored.atom, value);
          return stored.isKept();
        };
        const ok = save(next);
        if (chosen) set(lastSaveAtom, { ok, undo: () => void save(before) });
      },
    );
    preferenceAtom.debugLabel = key;
    return preferenceAtom;
  }

  return {
    lastSaveAtom,
    /** Where this device scans for a domain; `null` until it is known. */
    placeAtom: preference('scannerCheckpoint', z.nullable(z.object({ domain: z.string(), checkpoint })), null),
    scanModeAtom: preference('scannerMode', scanMode, 'entry' as ScanMode),
    soundsAtom: preference('scannerSounds', z.boolean(), true),
    /** From 0 to 1. */
    volumeAtom: preference('scannerVolume', z.number().check(z.minimum(0), z.maximum(1)), 0.8),
    vibrationAtom: preference('scannerVibration', z.boolean(), true),
    /** How long a verdict stays before the camera goes on, in milliseconds; 0 is until a tap. */
    holdAtom: preference('scannerHold', hold, HOLD_UNLESS_CHOSEN),
    /** What the camera looks for; `null` is all that is offered. */
    symbologiesAtom: preference('scannerSymbologies', z.nullable(z.array(z.string())), null),
    /** The camera by its id; `null` is the one that the browser finds best. */
    lensAtom: preference('scannerLens', z.nullable(z.string()), null),
    /** How the camera begins. */
    lightAtom: preference('scannerLight', z.boolean(), false),
    zoomAtom: preference('scannerZoom', z.number().check(z.minimum(1), z.maximum(100)), 1),
    /** What the camera of this device was seen to be able to; `null` before it was first open. */
    cameraCanAtom: createStoredAtom('scannerCameraCan', z.nullable(cameraCan), null, storage).atom,
  };
}

/** An atom kept in storage. A text that the schema refuses counts as absent, and a storage that throws as empty. */
function createStoredAtom<T>(key: string, schema: z.ZodMiniType<T>, initial: T, storage: () => Storage) {
  let kept = true;
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
          kept = true;
        } catch {
          // Private mode or a full storage: the choice holds until the page is closed.
          kept = false;
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
  storedAtom.debugLabel = `${key} stored`;
  return { atom: storedAtom, isKept: () => kept };
}
