import { type AudioOutput, createSpeaker, type Speaker } from './create-speaker.ts';
import { playTone } from './play-tone.ts';
import type { Tone } from './tone.ts';

/** A sound that starts later than that is taken for the answer to something else. */
const LATE_MS = 300;

/** A set of named sounds. */
export interface Sounds<Name extends string> {
  /**
   * Plays a sound; does nothing when sounds are disabled or the device has no audio. An audio output that does not run yet
   * gets 300 ms to start.
   */
  play(name: Name): void;
}

/** Options of {@link createSounds}. */
export interface SoundsOptions<Name extends string> {
  /** The tones of each sound. */
  readonly sounds: Readonly<Record<Name, readonly Tone[]>>;
  /** Where sounds are played. @default createSpeaker() */
  readonly speaker?: Pick<Speaker, 'open'>;
  /** Read before each sound. @default () => true */
  readonly isEnabled?: () => boolean;
  /** From 0 to 1, read before each sound. @default () => 0.8 */
  readonly volume?: () => number;
}

/**
 * Creates a set of sounds, synthesised from tones: no audio file is loaded.
 *
 * @example
 * const sounds = createSounds({ sounds: scanSounds });
 * sounds.play('tick');
 */
export function createSounds<Name extends string>({
  sounds,
  speaker = createSpeaker(),
  isEnabled = () => true,
  volume = () => 0.8,
}: SoundsOptions<Name>): Sounds<Name> {
  return {
    play(name) {
      if (!isEnabled()) return;
      const output = speaker.open();
      if (!output) return;
      const playNow = () => {
        for (const tone of sounds[name]) playTone(output, tone, volume());
      };
      try {
        if (output.state === 'running') playNow();
        else void playOnceRunning(output, playNow).catch(() => {});
      } catch {
        // An audio output that fails must not stop the action that the sound accompanies.
      }
    },
  };
}

/** Plays only in time. Before a gesture a browser keeps the promise of `resume` until there is one. */
async function playOnceRunning(output: AudioOutput, playNow: () => void): Promise<void> {
  const askedAt = performance.now();
  await output.resume();
  if (performance.now() - askedAt <= LATE_MS) playNow();
}
