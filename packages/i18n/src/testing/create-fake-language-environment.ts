import type { LanguageEnvironment } from '../index.ts';

/** A device whose language a test sets. */
export interface FakeLanguageEnvironment extends LanguageEnvironment {
  /** The saved choice; `null` when there is none. */
  readonly choice: string | null;
  /** The languages that the page was declared to have, in order. */
  readonly declared: readonly string[];
}

/** Creates a device that prefers American English, with no saved choice. */
export function createFakeLanguageEnvironment({
  preferred = ['en-US'],
  choice = null,
}: {
  readonly preferred?: readonly string[];
  readonly choice?: string | null;
} = {}): FakeLanguageEnvironment {
  const declared: string[] = [];
  let saved = choice;
  return {
    get choice() {
      return saved;
    },
    declared,
    preferredLanguages: () => preferred,
    readChoice: () => saved,
    saveChoice(language) {
      saved = language;
    },
    declareLanguage: (language) => void declared.push(language),
  };
}
