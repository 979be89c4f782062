import { type I18n, type Messages, setupI18n } from '@lingui/core';
import { createListeners } from '@scantix/runtime-utils';
import { compileMessage } from './compile-message.ts';
import { createBrowserLanguageEnvironment } from './create-browser-language-environment.ts';
import type { LanguageEnvironment } from './language-environment.ts';
import { matchLanguage } from './match-language.ts';

/** The texts of an app in its active language. */
export interface Translator<Language extends string = string> {
  /** Lingui's `t` and the active `locale`. */
  readonly i18n: I18n;
  /** Whether a person can choose. */
  readonly offersLanguages: boolean;
  /**
   * Activates the saved choice, else the first available language that the device prefers. The source language stays
   * active when the messages cannot be loaded, and where languages are not offered.
   */
  start(): Promise<void>;
  /**
   * Activates a language once its messages are loaded, and saves the choice. Of several calls the last one counts.
   * @returns `false` when the messages could not be loaded: the active language stays
   */
  choose(language: Language): Promise<boolean>;
  /** Whether a text names one of the languages. */
  isLanguage(text: string | null): text is Language;
  /** The active language. */
  getSnapshot(): Language;
  /** Calls `listener` after every change. @returns a function that ends the subscription */
  subscribe(listener: () => void): () => void;
}

/** Options of {@link createTranslator}. */
export interface TranslatorOptions<Language extends string, Source extends Language> {
  /** Codes without a region, such as `de`. */
  readonly languages: readonly Language[];
  /** The language of the texts in the source: its messages are their own ids and need no loading. */
  readonly sourceLanguage: Source;
  /** Loads the messages of a language, once: compiled by Lingui, or texts for {@link compileMessage}. */
  readonly load: (language: Exclude<Language, Source>) => Promise<Messages>;
  /** Without it the app stays in the source language, whatever was saved. @default true */
  readonly offersLanguages?: boolean;
  /** @default createBrowserLanguageEnvironment() */
  readonly environment?: LanguageEnvironment;
}

/**
 * Creates the translator; the source language is active, and nothing is read or loaded before `start` or `choose`.
 *
 * @example
 * const translator = createTranslator({ languages: ['en', 'de'], sourceLanguage: 'en', load });
 * await translator.start();
 * translator.i18n.t('Welcome');
 */
export function createTranslator<const Language extends string, Source extends Language>({
  languages,
  sourceLanguage,
  load,
  offersLanguages = true,
  environment = createBrowserLanguageEnvironment(),
}: TranslatorOptions<Language, Source>): Translator<Language> {
  const i18n = setupI18n({ locale: sourceLanguage, messages: { [sourceLanguage]: {} } });
  i18n.setMessagesCompiler(compileMessage);
  const { subscribe, notify } = createListeners();
  /** By language, from the first call on. */
  const loads = new Map<Language, Promise<Messages>>([[sourceLanguage, Promise.resolve({})]]);
  /** How many languages have been requested, and the number of the request that the active one is of. */
  let requests = 0;
  let activeRequest = 0;
  let active: Language = sourceLanguage;

  const isLanguage = (text: string | null): text is Language =>
    (languages as readonly (string | null)[]).includes(text);

  async function activate(language: Language, isChoice?: boolean): Promise<boolean> {
    requests += 1;
    const request = requests;
    let messages: Messages | undefined;
    try {
      const loading = loads.get(language) ?? load(language as Exclude<Language, Source>);
      loads.set(language, loading);
      messages = await loading;
    } catch {
      // As without messages: the active language stays.
    }
    if (!messages) {
      loads.delete(language);
      return false;
    }
    // A later one was faster. One that fails takes no earlier one's place.
    if (request < activeRequest) return true;
    activeRequest = request;
    if (isChoice) environment.saveChoice(language);
    if (active === language) return true;
    active = language;
    environment.declareLanguage(language);
    i18n.loadAndActivate({ locale: language, messages });
    notify();
    return true;
  }

  return {
    i18n,
    offersLanguages,
    async start() {
      if (!offersLanguages) return;
      const choice = environment.readChoice();
      const preferred = matchLanguage(languages, environment.preferredLanguages()) ?? sourceLanguage;
      await activate(isLanguage(choice) ? choice : preferred);
    },
    choose: (language) => activate(language, true),
    isLanguage,
    getSnapshot: () => active,
    subscribe,
  };
}
