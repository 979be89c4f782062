export { createSoundCoalescer, type SoundCoalescerOptions } from './create-sound-coalescer.ts';
export { createSounds, type Sounds, type SoundsOptions } from './create-sounds.ts';
export { type AudioOutput, createSpeaker, type Speaker, type SpeakerOptions } from './create-speaker.ts';
export { createVibration, type Vibration, type VibrationOptions, type VibrationPattern } from './create-vibration.ts';
export { type ScanSoundName, scanSounds, scanSoundsMostUrgentFirst, scanVibrations } from './scan-presets.ts';
export type { Tone } from './tone.ts';
