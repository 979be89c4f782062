import type { Voice } from './voice.ts';

/** The part of the browser that speaks. */
export interface SpeechEngine {
  readonly synthesis: Pick<SpeechSynthesis, 'cancel' | 'getVoices' | 'speak'>;
  readonly createUtterance: (text: string) => SpeechSynthesisUtterance;
}

/** Options of {@link createDeviceVoice}. */
export interface DeviceVoiceOptions {
  /** @default speechSynthesis, where the browser has it */
  readonly engine?: SpeechEngine | null;
}

/**
 * Creates a voice from those that are installed on the device. A voice of a server is never used: it would get every
 * text, and it is silent without a network.
 */
export function createDeviceVoice({ engine = browserEngine() }: DeviceVoiceOptions = {}): Voice {
  return {
    speak(text, language) {
      const voice = engine && voiceFor(engine.synthesis.getVoices(), language);
      if (!voice) return false;
      const utterance = engine.createUtterance(text);
      utterance.voice = voice;
      utterance.lang = voice.lang;
      engine.synthesis.cancel();
      engine.synthesis.speak(utterance);
      return true;
    },
    stop: () => engine?.synthesis.cancel(),
  };
}

function voiceFor(voices: readonly SpeechSynthesisVoice[], language: string): SpeechSynthesisVoice | undefined {
  // Android writes de_DE.
  const wanted = primaryOf(language);
  const own = voices.filter(({ lang, localService }) => localService && primaryOf(lang) === wanted);
  return own.find(({ lang }) => lang === language) ?? own.find((voice) => voice.default) ?? own[0];
}

const primaryOf = (language: string) => language.split(/[-_]/, 1)[0]?.toLowerCase();

function browserEngine(): SpeechEngine | null {
  if (!globalThis.speechSynthesis) return null;
  return { synthesis: speechSynthesis, createUtterance: (text) => new SpeechSynthesisUtterance(text) };
}
