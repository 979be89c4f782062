import { checkpoint, type ScanMode, scanMode } from '@scantix/api-contract';
import { createPreferenceStore } from '@scantix/ui-shell/preferences';
import * as z from 'zod/mini';

const holdMs = z.number().check(z.minimum(0), z.maximum(60_000));
const hold = z.object({ accepted: holdMs, attention: holdMs, refused: holdMs, undecided: holdMs });

const cameraCan = z.object({ light: z.boolean(), zoom: z.number() });

/** Only an accepted verdict closes without a tap. */
export const DEFAULT_HOLD = { accepted: 1_200, attention: 0, refused: 0, undecided: 0 };

/** The values that the device stores for all of its clerks, each under its key in local storage. */
export function createPreferenceAtoms(storage: () => Storage) {
  const { lastSaveAtom, preference, record } = createPreferenceStore({ storage });
  return {
    lastSaveAtom,
    /** The checkpoint that was chosen, with its domain; `null` until one is known. */
    checkpointAtom: preference('scannerCheckpoint', z.nullable(z.object({ domain: z.string(), checkpoint })), null),
    scanModeAtom: preference('scannerMode', scanMode, 'entry' as ScanMode),
    soundsAtom: preference('scannerSounds', z.boolean(), true),
    /** From 0 to 1. */
    volumeAtom: preference('scannerVolume', z.number().check(z.minimum(0), z.maximum(1)), 0.8),
    vibrationAtom: preference('scannerVibration', z.boolean(), true),
    /** How long a verdict stays on the screen, in milliseconds by outcome; 0 means until a tap. */
    holdAtom: preference('scannerHold', hold, DEFAULT_HOLD),
    /** Whether accepted codes become a ribbon while the camera goes on, where *Stream* is offered. */
    streamAtom: preference('scannerStream', z.boolean(), false),
    /** Whether the scanner shows verdicts over the whole screen, for a tablet at a gate. */
    glanceAtom: preference('scannerGlance', z.boolean(), false),
    /** Whether a voice of the device says each verdict. */
    speechAtom: preference('scannerSpeech', z.boolean(), false),
    /** The symbologies that the camera reads; `null` means every one that the workgroup may use. */
    symbologiesAtom: preference('scannerSymbologies', z.nullable(z.array(z.string())), null),
    /** The device id of the camera; `null` means the browser's choice. */
    lensAtom: preference('scannerLens', z.nullable(z.string()), null),
    /** Light and zoom when the camera opens. */
    lightAtom: preference('scannerLight', z.boolean(), false),
    zoomAtom: preference('scannerZoom', z.number().check(z.minimum(1), z.maximum(100)), 1),
    /** What the camera of this device supports; `null` until it has been open once. */
    cameraCanAtom: record('scannerCameraCan', z.nullable(cameraCan), null),
  };
}
