import { expect, test, vi } from 'vitest';
import type { LanguageSurroundings } from './browser-surroundings.ts';
import { createTranslator, type TranslatorOptions } from './create-translator.ts';
import type { Language } from './languages.ts';

function surroundingsOf({ prefers = ['en-US'], choice = null as string | null } = {}) {
  const kept: { choice: string | null; shown: Language[] } = { choice, shown: [] };
  const surroundings: LanguageSurroundings = {
    preferredLanguages: () => prefers,
    readChoice: () => kept.choice,
    keepChoice: (language) => {
      kept.choice = language;
    },
    showLanguage: (language) => kept.shown.push(language),
  };
  return { kept, surroundings };
}

const WELCOME = { de: { Welcome: ['Willkommen'] }, es: { Welcome: ['Hola'] }, fr: { Welcome: ['Bienvenue'] } };
const load: NonNullable<TranslatorOptions['load']> = async (language) => WELCOME[language];

test('the first start follows what the device prefers, whatever the region', async () => {
  const { surroundings, kept } = surroundingsOf({ prefers: ['pt-BR', 'de-AT', 'fr'] });
  const translator = createTranslator({ offersLanguages: true, surroundings, load });
  await translator.start();
  expect(translator.i18n.t('Welcome')).toBe('Willkommen');
  expect(kept).toEqual({ choice: null, shown: ['de'] });
});

test('a choice outlives the page and comes before what the device prefers', async () => {
  const { surroundings } = surroundingsOf({ prefers: ['de'] });
  const options = { offersLanguages: true, surroundings, load };
  expect(await createTranslator(options).choose('fr')).toBe(true);
  const next = createTranslator(options);
  await next.start();
  expect(next.getSnapshot()).toBe('fr');
});

test.each(['', 'xx', 'constructor', '"de"'])(
  'a kept choice that is no language (%j) counts as none',
  async (choice) => {
    const { surroundings } = surroundingsOf({ prefers: ['es-MX'], choice });
    const translator = createTranslator({ offersLanguages: true, surroundings, load });
    await translator.start();
    expect(translator.getSnapshot()).toBe('es');
  },
);

test('without the flag the app speaks English and loads nothing, whatever was kept or is preferred', async () => {
  const { surroundings, kept } = surroundingsOf({ prefers: ['de'], choice: 'fr' });
  const loads = vi.fn(load);
  const translator = createTranslator({ offersLanguages: false, surroundings, load: loads });
  await translator.start();
  expect(translator.i18n.t('Welcome')).toBe('Welcome');
  expect(kept.shown).toEqual([]);
  expect(loads).not.toHaveBeenCalled();
});

test('a language whose messages do not come leaves the app as it was, and the next try works', async () => {
  const { surroundings, kept } = surroundingsOf();
  let reachable = false;
  const translator = createTranslator({
    offersLanguages: true,
    surroundings,
    load: (language) => (reachable ? load(language) : Promise.reject(new Error('offline'))),
  });
  expect(await translator.choose('de')).toBe(false);
  expect([translator.getSnapshot(), kept.choice]).toEqual(['en', null]);
  reachable = true;
  expect(await translator.choose('de')).toBe(true);
  expect([translator.getSnapshot(), kept.choice]).toEqual(['de', 'de']);
});

test('of two choices in a row the last one counts, in whatever order their messages arrive', async () => {
  const { surroundings, kept } = surroundingsOf();
  const arrive = new Map<string, () => void>();
  const translator = createTranslator({
    offersLanguages: true,
    surroundings,
    load: async (language) => {
      await new Promise<void>((resolve) => arrive.set(language, resolve));
      return WELCOME[language];
    },
  });
  const choices = Promise.all([translator.choose('de'), translator.choose('fr')]);
  arrive.get('fr')?.();
  arrive.get('de')?.();
  await choices;
  expect([translator.getSnapshot(), kept.choice, kept.shown]).toEqual(['fr', 'fr', ['fr']]);
});

test('listeners hear of a change and not after they have left', async () => {
  const { surroundings } = surroundingsOf();
  const translator = createTranslator({ offersLanguages: true, surroundings, load });
  const heard: Language[] = [];
  const leave = translator.subscribe(() => heard.push(translator.getSnapshot()));
  await translator.choose('es');
  leave();
  await translator.choose('en');
  expect(heard.at(-1)).toBe('es');
});
