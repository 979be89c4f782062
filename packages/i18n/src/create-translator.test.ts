import { nextTask } from '@scantix/runtime-utils';
import { takeUnhandledRejections } from '@scantix/runtime-utils/testing';
import { expect, test, vi } from 'vitest';
import { createTranslator } from './index.ts';
import { createFakeLanguageEnvironment } from './testing/index.ts';

type Language = 'en' | 'de' | 'es' | 'fr';

const WELCOME = { de: { Welcome: ['Willkommen'] }, es: { Welcome: ['Hola'] }, fr: { Welcome: ['Bienvenue'] } };
const load = async (language: keyof typeof WELCOME) => WELCOME[language];
const settings = { languages: ['en', 'de', 'es', 'fr'] as Language[], sourceLanguage: 'en', load } as const;

test('the first start follows what the device prefers, whatever the region', async () => {
  const environment = createFakeLanguageEnvironment({ preferred: ['pt-BR', 'de-AT', 'fr'] });
  const translator = createTranslator({ ...settings, environment });
  await translator.start();
  expect(translator.i18n.t('Welcome')).toBe('Willkommen');
  expect([environment.choice, environment.declared]).toEqual([null, ['de']]);
});

test('a choice outlives the page and comes before what the device prefers', async () => {
  const environment = createFakeLanguageEnvironment({ preferred: ['de'] });
  expect(await createTranslator({ ...settings, environment }).choose('fr')).toBe(true);
  const next = createTranslator({ ...settings, environment });
  await next.start();
  expect(next.getSnapshot()).toBe('fr');
});

test.each(['', 'xx', 'constructor', '"de"'])(
  'a saved choice that is no language (%j) counts as none',
  async (choice) => {
    const environment = createFakeLanguageEnvironment({ preferred: ['es-MX'], choice });
    const translator = createTranslator({ ...settings, environment });
    await translator.start();
    expect(translator.getSnapshot()).toBe('es');
  },
);

test('a device that prefers no available language gets the source language', async () => {
  const environment = createFakeLanguageEnvironment({ preferred: ['pt-BR'] });
  const translator = createTranslator({ ...settings, environment });
  await translator.start();
  expect(translator.getSnapshot()).toBe('en');
});

test('where languages are not offered the source language stays and nothing is loaded, whatever was saved', async () => {
  const environment = createFakeLanguageEnvironment({ preferred: ['de'], choice: 'fr' });
  const loads = vi.fn(load);
  const translator = createTranslator({ ...settings, offersLanguages: false, environment, load: loads });
  await translator.start();
  expect(translator.i18n.t('Welcome')).toBe('Welcome');
  expect(environment.declared).toEqual([]);
  expect(loads).not.toHaveBeenCalled();
});

test('a load that throws before it returns a promise counts as one that fails, at the start too', async () => {
  const environment = createFakeLanguageEnvironment({ preferred: ['de'] });
  const loaders: Partial<Record<Language, () => Promise<object>>> = {};
  const load = (language: Language) => (loaders[language] as () => Promise<never>)();
  const translator = createTranslator({ ...settings, environment, load });
  await translator.start();
  expect(await translator.choose('de')).toBe(false);
  expect(translator.getSnapshot()).toBe('en');
});

test('a language whose messages do not come leaves the app as it was, and the next try works', async () => {
  const environment = createFakeLanguageEnvironment();
  let reachable = false;
  const translator = createTranslator({
    ...settings,
    environment,
    load: (language) => (reachable ? load(language) : Promise.reject(new Error('offline'))),
  });
  expect(await translator.choose('de')).toBe(false);
  expect([translator.getSnapshot(), environment.choice]).toEqual(['en', null]);
  reachable = true;
  expect(await translator.choose('de')).toBe(true);
  expect([translator.getSnapshot(), environment.choice]).toEqual(['de', 'de']);
});

test('of two choices in a row the last one counts, in whatever order their messages arrive', async () => {
  const environment = createFakeLanguageEnvironment();
  const arrive = new Map<string, () => void>();
  const translator = createTranslator({
    ...settings,
    environment,
    load: async (language) => {
      await new Promise<void>((resolve) => arrive.set(language, resolve));
      return WELCOME[language];
    },
  });
  const choices = Promise.all([translator.choose('de'), translator.choose('fr')]);
  arrive.get('fr')?.();
  arrive.get('de')?.();
  await choices;
  expect([translator.getSnapshot(), environment.choice, environment.declared]).toEqual(['fr', 'fr', ['fr']]);
});

test.each([
  ['before', ['de', 'fr']],
  ['after', ['fr', 'de']],
])('a choice that fails keeps the saved language that arrives %s it', async (_when, order) => {
  const environment = createFakeLanguageEnvironment({ choice: 'de' });
  const arrive = new Map<string, () => void>();
  const translator = createTranslator({
    ...settings,
    environment,
    load: async (language) => {
      await new Promise<void>((resolve) => arrive.set(language, resolve));
      if (language === 'fr') throw new Error('offline');
      return WELCOME[language];
    },
  });
  const outcomes = Promise.all([translator.start(), translator.choose('fr')]);
  for (const language of order) {
    arrive.get(language)?.();
    await nextTask();
  }
  expect(await outcomes).toEqual([undefined, false]);
  expect([translator.getSnapshot(), environment.choice]).toEqual(['de', 'de']);
});

test('messages are loaded once a language', async () => {
  const loads = vi.fn(load);
  const translator = createTranslator({ ...settings, environment: createFakeLanguageEnvironment(), load: loads });
  for (const language of ['de', 'en', 'de'] as const) await translator.choose(language);
  expect(loads.mock.calls).toEqual([['de']]);
});

test('two starts at once, as of an effect in React StrictMode, load once', async () => {
  const loads = vi.fn(load);
  const environment = createFakeLanguageEnvironment({ preferred: ['de'] });
  const translator = createTranslator({ ...settings, environment, load: loads });
  await Promise.all([translator.start(), translator.start()]);
  expect(translator.getSnapshot()).toBe('de');
  expect(loads).toHaveBeenCalledOnce();
});

test('messages may be plain texts', async () => {
  const environment = createFakeLanguageEnvironment();
  const translator = createTranslator({ ...settings, environment, load: async () => ({ Hi: 'Hallo {name}' }) });
  await translator.choose('de');
  expect(translator.i18n.t('Hi', { name: 'Ada' })).toBe('Hallo Ada');
});

test('listeners are called after a change, and not after they have left', async () => {
  const translator = createTranslator({ ...settings, environment: createFakeLanguageEnvironment() });
  const languages: Language[] = [];
  const leave = translator.subscribe(() => languages.push(translator.getSnapshot()));
  await translator.choose('es');
  leave();
  await translator.choose('en');
  expect(languages).toEqual(['es']);
});

test('a listener that throws keeps no language from the app, and its error is an unhandled rejection', async () => {
  using unhandled = takeUnhandledRejections();
  const translator = createTranslator({ ...settings, environment: createFakeLanguageEnvironment() });
  const broken = new TypeError('broken');
  const later = vi.fn();
  translator.subscribe(() => {
    throw broken;
  });
  translator.subscribe(later);
  expect(await translator.choose('de')).toBe(true);
  expect(translator.i18n.t('Welcome')).toBe('Willkommen');
  expect(later).toHaveBeenCalledOnce();
  await nextTask();
  expect(unhandled.reasons).toEqual([broken]);
});
