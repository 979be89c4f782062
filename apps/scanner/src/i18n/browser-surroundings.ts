import type { Language } from './languages.ts';

/** What the choice of a language needs of the device. */
export interface LanguageSurroundings {
  /** Language tags, the most wanted first. */
  preferredLanguages(): readonly string[];
  readChoice(): string | null;
  keepChoice(language: Language): void;
  /** Tells browsers, screen readers and translators what language the page is in. */
  showLanguage(language: Language): void;
}

const STORAGE_KEY = 'scannerLanguage';

export const browserSurroundings: LanguageSurroundings = {
  preferredLanguages: () => navigator.languages,
  readChoice: () => {
    try {
      return localStorage.getItem(STORAGE_KEY);
    } catch {
      return null;
    }
  },
  keepChoice: (language) => {
    try {
      localStorage.setItem(STORAGE_KEY, language);
    } catch {
      // Private mode or a full storage: the choice holds until the page is closed.
    }
  },
  showLanguage: (language) => {
    document.documentElement.lang = language;
  },
};
