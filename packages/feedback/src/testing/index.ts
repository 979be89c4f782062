export { createFakeAudioOutput, type FakeAudioOutput, type PlayedTone } from './create-fake-audio-output.ts';
export { createFakeSounds, type FakeSounds } from './create-fake-sounds.ts';
export { createFakeVoice, type FakeVoice } from './create-fake-voice.ts';
