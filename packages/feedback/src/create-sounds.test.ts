import { expect, test, vi } from 'vitest';
import { createSounds, createSpeaker, scanSounds } from './index.ts';
import { createFakeAudioOutput } from './testing/index.ts';

function setUp({ isEnabled = true, volume = 1, state = 'running' as AudioContextState } = {}) {
  const output = createFakeAudioOutput({ state });
  const speaker = createSpeaker({ createOutput: () => output });
  const settings = { isEnabled, volume };
  const sounds = createSounds({
    sounds: scanSounds,
    speaker,
    isEnabled: () => settings.isEnabled,
    volume: () => settings.volume,
  });
  return { output, settings, sounds };
}

test('a sound plays its tones one after the other', () => {
  const { output, sounds } = setUp();
  sounds.play('attention');
  expect(output.tones.map(({ startMs, lengthMs }) => [startMs, lengthMs])).toEqual([
    [0, 100],
    [160, 100],
    [320, 100],
  ]);
});

test('a tone moves from its first pitch to its last', () => {
  const { output, sounds } = setUp();
  sounds.play('refused');
  expect(output.tones).toEqual([{ fromHz: 400, toHz: 250, startMs: 0, lengthMs: 400, gain: 0.5 }]);
});

test('the volume and the switch are read before each sound', () => {
  const { output, settings, sounds } = setUp({ isEnabled: false });
  sounds.play('tick');
  expect(output.tones).toEqual([]);
  settings.isEnabled = true;
  settings.volume = 0.4;
  sounds.play('tick');
  expect(output.tones.map(({ gain }) => gain)).toEqual([0.2]);
});

test('an output that starts in time plays the sound', async () => {
  const { output, sounds } = setUp({ state: 'interrupted' });
  sounds.play('tick');
  await vi.waitFor(() => expect(output.tones).toHaveLength(1));
});

test('sounds before a gesture are not played with it, and the next one is', async () => {
  const { output, sounds } = setUp({ state: 'suspended' });
  const gesture = Promise.withResolvers<void>();
  const resume = output.resume.bind(output);
  output.resume = () => gesture.promise.then(resume);
  sounds.play('accepted');
  sounds.play('refused');
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 301);
  gesture.resolve();
  await vi.waitFor(() => expect(output.state).toBe('running'));
  expect(output.tones).toEqual([]);
  sounds.play('tick');
  expect(output.tones).toHaveLength(1);
});

test('a disabled sound opens no audio output', () => {
  const open = vi.fn(() => null);
  createSounds({ sounds: scanSounds, speaker: { open }, isEnabled: () => false }).play('tick');
  expect(open).not.toHaveBeenCalled();
});

test('a device without audio stays silent without an error', () => {
  expect(() => createSounds({ sounds: scanSounds }).play('tick')).not.toThrow();
});

test('audio that fails stays silent without an error', () => {
  const failing = {
    ...createFakeAudioOutput(),
    createOscillator(): never {
      throw new DOMException('closed', 'InvalidStateError');
    },
  };
  expect(() => createSounds({ sounds: scanSounds, speaker: { open: () => failing } }).play('tick')).not.toThrow();
});
