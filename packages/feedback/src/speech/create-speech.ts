import { createDeviceVoice } from './create-device-voice.ts';
import type { Voice } from './voice.ts';

/** Speech in the language of the app. */
export interface Speech {
  /**
   * Says a text, in place of the one before.
   * @returns whether it is spoken: not while speech is off, not without a voice for the language, and not after a later text
   */
  say(text: string): Promise<boolean>;
  /** Stops speaking. */
  stop(): void;
}

/** Options of {@link createSpeech}. */
export interface SpeechOptions {
  /** The language of the texts (BCP 47), read before each. */
  readonly language: () => string;
  /** Read before each text. @default () => true */
  readonly isEnabled?: () => boolean;
  /** @default createDeviceVoice() */
  readonly voice?: Voice;
}

/**
 * Creates speech. It only speaks: nothing here listens.
 *
 * @example
 * const speech = createSpeech({ language: () => 'de' });
 * speech.say('Abgelehnt');
 */
export function createSpeech({ language, isEnabled = () => true, voice = createDeviceVoice() }: SpeechOptions): Speech {
  return {
    say: async (text) => isEnabled() && voice.speak(text, language()),
    stop: () => voice.stop(),
  };
}
