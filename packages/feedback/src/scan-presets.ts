import type { VibrationPattern } from './create-vibration.ts';
import type { Tone } from './tone.ts';

/**
 * `tick` acknowledges a recorded scan; the others announce its verdict. `neutral` is for one that admits nobody and
 * refuses nobody, such as a check.
 */
export type ScanSoundName = 'tick' | 'accepted' | 'attention' | 'refused' | 'undecided' | 'neutral';

/** The sounds of scanning: a click, one sound for each outcome of a verdict, and a neutral one. */
export const scanSounds: Readonly<Record<ScanSoundName, readonly Tone[]>> = {
  tick: [{ fromHz: 2000, toHz: 2000, startMs: 0, lengthMs: 40 }],
  accepted: [{ fromHz: 1200, toHz: 1800, startMs: 0, lengthMs: 160 }],
  attention: [0, 160, 320].map((startMs) => ({ fromHz: 800, toHz: 800, startMs, lengthMs: 100 })),
  refused: [{ fromHz: 400, toHz: 250, startMs: 0, lengthMs: 400 }],
  // Like a question: a second, higher tone.
  undecided: [
    { fromHz: 600, toHz: 600, startMs: 0, lengthMs: 180 },
    { fromHz: 1000, toHz: 1000, startMs: 220, lengthMs: 180 },
  ],
  neutral: [0, 110].map((startMs) => ({ fromHz: 500, toHz: 500, startMs, lengthMs: 60 })),
};

/** The order in which simultaneous verdicts are announced by one sound: a refusal is never masked. */
export const scanSoundsMostUrgentFirst = ['refused', 'undecided', 'attention', 'neutral', 'accepted'] as const;

/** The vibration of each sound, in milliseconds. They differ in the number of pulses or in their length. */
export const scanVibrations: Readonly<Record<ScanSoundName, VibrationPattern>> = {
  tick: 30,
  accepted: 80,
  attention: [80, 80, 80, 80, 80],
  refused: 500,
  undecided: [200, 120, 200],
  neutral: [40, 80, 40],
};
