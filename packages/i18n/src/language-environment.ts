/** What the choice of a language needs of the device. */
export interface LanguageEnvironment {
  /** Language tags, the most preferred first. */
  preferredLanguages(): readonly string[];
  /** The choice that was saved last; `null` when there is none. */
  readChoice(): string | null;
  saveChoice(language: string): void;
  /** Declares the language of the page, for browsers, screen readers and translation services. */
  declareLanguage(language: string): void;
}
