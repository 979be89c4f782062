import type { Speech } from '@scantix/feedback/speech';

interface SayOptions {
  readonly isEnabled: () => boolean;
  readonly language: () => string;
}

/** A verdict that is said later would be taken for that of the next scan. */
const LATEST_MS = 2_000;

type Text = () => string | Promise<string>;

/** Returns a function that says a text; it loads the speech with the first one. */
export function createSay({ isEnabled, language }: SayOptions): (text: Text) => void {
  let loading: Promise<Speech> | null = null;
  const load = async () => (await import('@scantix/feedback/speech')).createSpeech({ isEnabled, language });
  return (text) => {
    if (!isEnabled()) return;
    const askedAt = performance.now();
    loading ??= load();
    loading
      .then(async (speech) => {
        const words = await text();
        if (performance.now() - askedAt < LATEST_MS) await speech.say(words);
      })
      // Without the network the next text tries again.
      .catch(() => {
        loading = null;
      });
  };
}
