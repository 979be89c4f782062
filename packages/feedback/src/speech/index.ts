export { createDeviceVoice, type DeviceVoiceOptions, type SpeechEngine } from './create-device-voice.ts';
export { createSpeech, type Speech, type SpeechOptions } from './create-speech.ts';
export type { Voice } from './voice.ts';
