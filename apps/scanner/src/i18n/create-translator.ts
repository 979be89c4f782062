import { type I18n, type Messages, setupI18n } from '@lingui/core';
import { browserSurroundings, type LanguageSurroundings } from './browser-surroundings.ts';
import { compileMessage } from './compile-message.ts';
import { isLanguage, type Language, matchLanguage } from './languages.ts';
import { loadCatalog } from './load-catalog.ts';

/** The messages of the app, in the language that it speaks now. */
export interface Translator {
  readonly i18n: I18n;
  /** Whether there is a choice: the flag `ENABLE_MULTI_LANGUAGE`. */
  readonly offersLanguages: boolean;
  /** Takes up the kept choice, else what the device prefers. Without its messages the app stays in English. */
  start(): Promise<void>;
  /**
   * Goes over to another language once its messages are there, and keeps the choice; the last call wins. Resolves with
   * `false` when they could not be loaded: the language stays what it was.
   */
  choose(language: Language): Promise<boolean>;
  getSnapshot(): Language;
  subscribe(listener: () => void): () => void;
}

export interface TranslatorOptions {
  readonly offersLanguages: boolean;
  /** @default what the browser prefers, local storage, and the page's own language */
  readonly surroundings?: LanguageSurroundings;
  /** Brings the messages of a language. @default its catalog, a chunk of its own */
  readonly load?: (language: Exclude<Language, 'en'>) => Promise<Messages>;
}

/** Starts in English, whose messages stand in the source and need no loading. */
export function createTranslator({
  offersLanguages,
  surroundings = browserSurroundings,
  load = loadCatalog,
}: TranslatorOptions): Translator {
  const i18n = setupI18n({ locale: 'en', messages: { en: {} } }).setMessagesCompiler(compileMessage);
  const loaded = new Set<Language>(['en']);
  let wanted: Language = 'en';
  let spoken: Language = 'en';

  const speak = async (language: Language): Promise<boolean> => {
    wanted = language;
    try {
      if (language !== 'en' && !loaded.has(language)) i18n.load(language, await load(language));
    } catch {
      return false;
    }
    loaded.add(language);
    if (wanted !== language || spoken === language) return true;
    spoken = language;
    surroundings.showLanguage(language);
    i18n.activate(language);
    return true;
  };

  return {
    i18n,
    offersLanguages,
    async start() {
      if (!offersLanguages) return;
      const choice = surroundings.readChoice();
      await speak(isLanguage(choice) ? choice : matchLanguage(surroundings.preferredLanguages()));
    },
    async choose(language) {
      const spoke = await speak(language);
      if (spoke && wanted === language) surroundings.keepChoice(language);
      return spoke;
    },
    getSnapshot: () => spoken,
    subscribe: (listener) => i18n.on('change', listener),
  };
}
