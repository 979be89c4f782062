import type { Voice } from '../speech/index.ts';

/** A voice that records what it is asked to say. */
export interface FakeVoice extends Voice {
  /** The texts in the order in which they were spoken. */
  readonly spoken: readonly { readonly text: string; readonly language: string }[];
}

/** Creates a voice for tests: machines that run tests have none. */
export function createFakeVoice(): FakeVoice {
  const spoken: { text: string; language: string }[] = [];
  return {
    spoken,
    async speak(text, language) {
      spoken.push({ text, language });
      return true;
    },
    stop() {},
  };
}
