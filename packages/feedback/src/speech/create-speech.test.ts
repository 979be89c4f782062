import { expect, onTestFinished, test, vi } from 'vitest';
import { createFakeVoice } from '../testing/index.ts';
import { createDeviceVoice, createSpeech } from './index.ts';

interface FakeInstalledVoice {
  readonly lang: string;
  readonly local?: boolean;
  readonly default?: boolean;
}

/** An engine with voices; `local` are those that the device itself has. */
function fakeEngine(voices: readonly FakeInstalledVoice[]) {
  const calls: string[] = [];
  const installed: unknown[] = [];
  const install = (added: readonly FakeInstalledVoice[]) =>
    installed.push(...added.map(({ local = true, ...voice }) => ({ ...voice, localService: local })));
  install(voices);
  const listeners = new EventTarget();
  const engine = {
    createUtterance: (text: string) => ({ text, voice: null, lang: '' }) as unknown as SpeechSynthesisUtterance,
    synthesis: {
      addEventListener: listeners.addEventListener.bind(listeners),
      getVoices: () => installed as unknown as SpeechSynthesisVoice[],
      speak: ({ text, lang }: SpeechSynthesisUtterance) => void calls.push(`${lang}: ${text}`),
      cancel: () => void calls.push('cancel'),
    },
  };
  return {
    engine,
    calls,
    list(added: readonly FakeInstalledVoice[]) {
      install(added);
      listeners.dispatchEvent(new Event('voiceschanged'));
    },
  };
}

test('a text is spoken in the language of the moment, and only while speech is on', async () => {
  const voice = createFakeVoice();
  let [language, isEnabled] = ['de', true];
  const speech = createSpeech({ voice, language: () => language, isEnabled: () => isEnabled });
  expect(await speech.say('Abgelehnt')).toBe(true);
  language = 'fr';
  await speech.say('Refusé');
  isEnabled = false;
  expect(await speech.say('Accepté')).toBe(false);
  expect(voice.spoken).toEqual([
    { text: 'Abgelehnt', language: 'de' },
    { text: 'Refusé', language: 'fr' },
  ]);
});

test('a voice of a server gets no text, whatever its language', async () => {
  const { engine, calls } = fakeEngine([{ lang: 'de-DE', local: false }, { lang: 'en-GB' }]);
  const voice = createDeviceVoice({ engine });
  expect(await voice.speak('Abgelehnt', 'de')).toBe(false);
  expect(calls).toEqual([]);
});

test("the device's own voice of the language speaks, the default one first, and the text before is cut off", async () => {
  const { engine, calls } = fakeEngine([{ lang: 'de_AT' }, { lang: 'de_DE', default: true }, { lang: 'fr-FR' }]);
  const voice = createDeviceVoice({ engine });
  expect(await voice.speak('Abgelehnt', 'de')).toBe(true);
  await voice.speak('Refusé', 'fr-FR');
  voice.stop();
  expect(calls).toEqual(['cancel', 'de_DE: Abgelehnt', 'cancel', 'fr-FR: Refusé', 'cancel']);
});

test('where the browser lists its voices late, the newest text waits for them', async () => {
  const { engine, calls, list } = fakeEngine([]);
  const voice = createDeviceVoice({ engine });
  const said = [voice.speak('Angenommen', 'de'), voice.speak('Abgelehnt', 'de')];
  list([{ lang: 'de-DE' }]);
  expect(await Promise.all(said)).toEqual([false, true]);
  expect(calls).toEqual(['cancel', 'de-DE: Abgelehnt']);
});

test('a text that waits for the voices is not said after a stop, nor after a second without voices', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const late = fakeEngine([]);
  const voice = createDeviceVoice({ engine: late.engine });
  const stopped = voice.speak('Abgelehnt', 'de');
  voice.stop();
  late.list([{ lang: 'de-DE' }]);
  expect(await stopped).toBe(false);
  expect(late.calls).toEqual(['cancel']);

  const silent = createDeviceVoice({ engine: fakeEngine([]).engine });
  const waiting = silent.speak('Abgelehnt', 'de');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await waiting).toBe(false);
  expect(await silent.speak('Abgelehnt', 'de')).toBe(false);
});

test('a browser without speech stays silent', async () => {
  const voice = createDeviceVoice({ engine: null });
  expect(await voice.speak('Refused', 'en')).toBe(false);
  expect(() => voice.stop()).not.toThrow();
  expect(await createSpeech({ language: () => 'en' }).say('Refused')).toBe(false);
});
