/** The part of an `AudioContext` that plays tones. */
export type AudioOutput = Pick<
  AudioContext,
  'createGain' | 'createOscillator' | 'currentTime' | 'destination' | 'resume' | 'state'
>;

/** The device's loudspeaker: one audio output for the whole page. */
export interface Speaker {
  /**
   * Returns the audio output, created on first use and again when it was closed. It is resumed when it does not run: before
   * a gesture, or after a phone call.
   * @returns `null` on a device without audio
   */
  open(): AudioOutput | null;
  /** Allows later sounds. Call it in a user gesture: browsers play no audio before one. */
  unlock(): void;
}

/** Options of {@link createSpeaker}. */
export interface SpeakerOptions {
  /** Creates the audio output. @default () => new AudioContext() */
  readonly createOutput?: () => AudioOutput;
}

/**
 * Creates the speaker; no audio output exists before the first `open` or `unlock`.
 *
 * @example
 * const speaker = createSpeaker();
 * form.addEventListener('submit', () => speaker.unlock());
 */
export function createSpeaker({ createOutput = () => new AudioContext() }: SpeakerOptions = {}): Speaker {
  let output: AudioOutput | null = null;

  function open(): AudioOutput | null {
    try {
      if (output === null || output.state === 'closed') output = createOutput();
    } catch {
      // A device without audio: the next call tries again.
      return null;
    }
    // Refused before a gesture; the next call tries again.
    if (output.state !== 'running') output.resume().catch(() => {});
    return output;
  }

  return { open, unlock: () => void open() };
}
