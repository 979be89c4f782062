import { type AudioOutput, createSounds, type ScanSoundName, scanSounds } from '../index.ts';

export const SAMPLES_A_SECOND = 44_100;

/** Renders a sound to samples of one second, without a loudspeaker; for tests in a browser. */
export async function renderSound(name: ScanSoundName): Promise<Float32Array> {
  const context = new OfflineAudioContext(1, SAMPLES_A_SECOND, SAMPLES_A_SECOND);
  // The rendering starts below; only a suspended context would be resumed.
  const output = new Proxy(context, {
    get: (target, key) => {
      const value: unknown = key === 'state' ? 'running' : Reflect.get(target, key);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  }) as unknown as AudioOutput;
  createSounds({ sounds: scanSounds, speaker: { open: () => output }, volume: () => 1 }).play(name);
  return (await context.startRendering()).getChannelData(0);
}
