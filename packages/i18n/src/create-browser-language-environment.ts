import type { LanguageEnvironment } from './language-environment.ts';

/**
 * Creates the environment of a page: the browser's preferences, `localStorage` and `<html lang>`. A storage that throws
 * counts as empty; the choice then lasts until the page is closed.
 */
export function createBrowserLanguageEnvironment({
  storageKey = 'language',
}: {
  /** The key of the saved choice. @default 'language' */
  readonly storageKey?: string;
} = {}): LanguageEnvironment {
  return {
    preferredLanguages: () => navigator.languages,
    readChoice() {
      try {
        return localStorage.getItem(storageKey);
      } catch {
        return null;
      }
    },
    saveChoice(language) {
      try {
        localStorage.setItem(storageKey, language);
      } catch {
        // A private window or a full storage.
      }
    },
    declareLanguage(language) {
      if (globalThis.document) document.documentElement.lang = language;
    },
  };
}
