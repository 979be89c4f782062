import type { FeatureFlags } from '@scantix/feature-flags';
import { createBrowserLanguageEnvironment, createTranslator, type Translator } from '@scantix/i18n';
import { LANGUAGES, type Language } from './i18n/languages.ts';
import { loadCatalog } from './i18n/load-catalog.ts';

/** Creates the translator with the catalogs of this app. */
export function createAppTranslator(flags: FeatureFlags): Translator<Language> {
  return createTranslator({
    languages: Object.keys(LANGUAGES) as Language[],
    sourceLanguage: 'en',
    load: loadCatalog,
    offersLanguages: flags.isEnabled('ENABLE_MULTI_LANGUAGE'),
    environment: createBrowserLanguageEnvironment({ storageKey: 'scannerLanguage' }),
  });
}
