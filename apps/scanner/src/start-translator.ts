import type { FeatureFlags } from '@scantix/feature-flags';
import { createBrowserLanguageEnvironment, createTranslator, type Translator } from '@scantix/i18n';
import { LANGUAGES, type Language } from './i18n/languages.ts';
import { loadCatalog } from './i18n/load-catalog.ts';

const CHOICE_KEY = 'scannerLanguage';
const ONLY_KEY = 'scannerOnlyLanguage';

/** Creates the translator with the catalogs of this app, and notes for the next first paint whether the choice counts. */
export function createAppTranslator(flags: FeatureFlags): Translator<Language> {
  const offersLanguages = flags.isEnabled('ENABLE_MULTI_LANGUAGE');
  noteOnlyLanguage(offersLanguages);
  return createTranslator({
    languages: Object.keys(LANGUAGES) as Language[],
    sourceLanguage: 'en',
    load: loadCatalog,
    offersLanguages,
    environment: createBrowserLanguageEnvironment({ storageKey: CHOICE_KEY }),
  });
}

/** The first paint (public/start.js) comes before the flags: this key tells it of a choice that no longer counts. */
function noteOnlyLanguage(offersLanguages: boolean): void {
  try {
    if (offersLanguages) localStorage.removeItem(ONLY_KEY);
    else if (localStorage.getItem(CHOICE_KEY) !== null) localStorage.setItem(ONLY_KEY, 'en');
  } catch {
    // A private window or a full storage: the first paint has the language of the choice.
  }
}
