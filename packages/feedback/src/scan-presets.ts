import type { VibrationPattern } from './create-vibration.ts';
import type { Tone } from './tone.ts';

/** `tick` acknowledges a recorded scan; the others announce its verdict. */
export type ScanSoundName = 'tick' | 'accepted' | 'attention' | 'refused' | 'undecided';

/** The sounds of scanning: a click, and one sound for each outcome of a verdict. */
export const scanSounds: Readonly<Record<ScanSoundName, readonly Tone[]>> = {
  tick: [{ fromHz: 2000, toHz: 2000, startMs: 0, lengthMs: 40 }],
  accepted: [{ fromHz: 1200, toHz: 1800, startMs: 0, lengthMs: 160 }],
  attention: [0, 160, 320].map((startMs) => ({ fromHz: 800, toHz: 800, startMs, lengthMs: 100 })),
  refused: [{ fromHz: 400, toHz: 250, startMs: 0, lengthMs: 400 }],
  undecided: [{ fromHz: 900, toHz: 900, startMs: 0, lengthMs: 200 }],
};

/** The order in which simultaneous verdicts are announced by one sound: a refusal is never masked. */
export const scanSoundsMostUrgentFirst = ['refused', 'undecided', 'attention', 'accepted'] as const;

/** The vibration that accompanies the tick, in milliseconds. */
export const scanVibrations: Readonly<Record<'tick', VibrationPattern>> = { tick: 30 };
