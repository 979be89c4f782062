import { expect, test } from 'vitest';
import { createFakeVoice } from '../testing/index.ts';
import { createDeviceVoice, createSpeech } from './index.ts';

/** An engine with voices; `local` are those that the device itself has. */
function fakeEngine(voices: readonly { lang: string; local?: boolean; default?: boolean }[]) {
  const calls: string[] = [];
  const installed = voices.map(({ local = true, ...voice }) => ({ ...voice, localService: local }));
  const engine = {
    createUtterance: (text: string) => ({ text, voice: null, lang: '' }) as unknown as SpeechSynthesisUtterance,
    synthesis: {
      getVoices: () => installed as unknown as SpeechSynthesisVoice[],
      speak: ({ text, lang }: SpeechSynthesisUtterance) => void calls.push(`${lang}: ${text}`),
      cancel: () => void calls.push('cancel'),
    },
  };
  return { engine, calls };
}

test('a text is spoken in the language of the moment, and only while speech is on', () => {
  const voice = createFakeVoice();
  let [language, isEnabled] = ['de', true];
  const speech = createSpeech({ voice, language: () => language, isEnabled: () => isEnabled });
  expect(speech.say('Abgelehnt')).toBe(true);
  language = 'fr';
  speech.say('Refusé');
  isEnabled = false;
  expect(speech.say('Accepté')).toBe(false);
  expect(voice.spoken).toEqual([
    { text: 'Abgelehnt', language: 'de' },
    { text: 'Refusé', language: 'fr' },
  ]);
});

test('a voice of a server gets no text, whatever its language', () => {
  const { engine, calls } = fakeEngine([{ lang: 'de-DE', local: false }, { lang: 'en-GB' }]);
  const voice = createDeviceVoice({ engine });
  expect(voice.speak('Abgelehnt', 'de')).toBe(false);
  expect(calls).toEqual([]);
});

test("the device's own voice of the language speaks, the default one first, and the text before is cut off", () => {
  const { engine, calls } = fakeEngine([{ lang: 'de_AT' }, { lang: 'de_DE', default: true }, { lang: 'fr-FR' }]);
  const voice = createDeviceVoice({ engine });
  expect(voice.speak('Abgelehnt', 'de')).toBe(true);
  voice.speak('Refusé', 'fr-FR');
  voice.stop();
  expect(calls).toEqual(['cancel', 'de_DE: Abgelehnt', 'cancel', 'fr-FR: Refusé', 'cancel']);
});

test('a browser without speech stays silent', () => {
  const voice = createDeviceVoice({ engine: null });
  expect(voice.speak('Refused', 'en')).toBe(false);
  expect(() => voice.stop()).not.toThrow();
  expect(createSpeech({ language: () => 'en' }).say('Refused')).toBe(false);
});
