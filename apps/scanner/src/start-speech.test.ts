import { beforeEach, expect, test, vi } from 'vitest';
import { createSay } from './start-speech.ts';

const speak = vi.fn();

beforeEach(() => {
  speak.mockClear();
  const voice = { lang: 'en-GB', localService: true };
  vi.stubGlobal('speechSynthesis', { getVoices: () => [voice], cancel: () => {}, speak });
  vi.stubGlobal(
    'SpeechSynthesisUtterance',
    class {
      readonly text: string;
      constructor(text: string) {
        this.text = text;
      }
    },
  );
});

test('a text that a slow network brings too late is not said', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  const say = createSay({ isEnabled: () => true, language: () => 'en' });
  const late = Promise.withResolvers<string>();
  say(() => late.promise);
  now.mockReturnValue(2_000);
  late.resolve('Accepted');
  say(() => 'Refused');
  await vi.waitFor(() => expect(speak).toHaveBeenCalled());
  expect(speak.mock.calls).toEqual([[expect.objectContaining({ text: 'Refused' })]]);
});
