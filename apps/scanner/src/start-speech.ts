import type { Speech } from '@scantix/feedback/speech';

interface SayOptions {
  readonly isEnabled: () => boolean;
  readonly language: () => string;
}

type Text = () => string | Promise<string>;

/** Returns a function that says a text; it loads the speech with the first one. */
export function createSay({ isEnabled, language }: SayOptions): (text: Text) => void {
  let loading: Promise<Speech> | null = null;
  const load = async () => (await import('@scantix/feedback/speech')).createSpeech({ isEnabled, language });
  return (text) => {
    if (!isEnabled()) return;
    loading ??= load();
    loading
      .then(async (speech) => speech.say(await text()))
      // Without the network the next text tries again.
      .catch(() => {
        loading = null;
      });
  };
}
