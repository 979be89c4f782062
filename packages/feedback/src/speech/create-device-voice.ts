import type { Voice } from './voice.ts';

/** The part of the browser that speaks. */
export interface SpeechEngine {
  readonly synthesis: Pick<SpeechSynthesis, 'addEventListener' | 'cancel' | 'getVoices' | 'speak'>;
  readonly createUtterance: (text: string) => SpeechSynthesisUtterance;
}

/**
 * A browser may answer the first question for its voices with none, and read the list then. A text that is said later
 * would be taken for that of the next scan.
 */
const VOICES_WAIT_MS = 1_000;

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
  let listed: Promise<void> | null = null;
  /** Texts and stops so far: a later one takes the place of a text that waits. */
  let asked = 0;
  return {
    async speak(text, language) {
      if (!engine) return false;
      const question = ++asked;
      if (engine.synthesis.getVoices().length === 0) {
        listed ??= untilListed(engine.synthesis);
        await listed;
      }
      const voice = voiceFor(engine.synthesis.getVoices(), language);
      if (!voice || question !== asked) return false;
      const utterance = engine.createUtterance(text);
      utterance.voice = voice;
      utterance.lang = voice.lang;
      engine.synthesis.cancel();
      engine.synthesis.speak(utterance);
      return true;
    },
    stop() {
      asked++;
      engine?.synthesis.cancel();
    },
  };
}

/** Resolves when the browser has its list of voices, or after a second. */
function untilListed(synthesis: SpeechEngine['synthesis']): Promise<void> {
  return new Promise((resolve) => {
    synthesis.addEventListener('voiceschanged', () => resolve(), { once: true });
    setTimeout(resolve, VOICES_WAIT_MS);
  });
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
