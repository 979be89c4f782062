import { expect, type Page } from '@playwright/test';

interface Translator {
  choose(language: string): Promise<boolean>;
}

interface Fiber {
  readonly memoizedProps: {
    readonly translator?: Translator;
    readonly value?: { readonly translator?: Translator };
  } | null;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
}

/** The languages of the app beside English. */
export const OTHER_LANGUAGES = ['de', 'es', 'fr'];

/**
 * Shows what is on the screen in another language, as the choice in Settings does. That is a view of its own, so the
 * translator is taken from React's tree.
 */
export async function showIn(page: Page, language: string): Promise<void> {
  const choose = () =>
    page.evaluate((chosen) => {
      const find = (fiber: Fiber | null): Translator | undefined => {
        if (!fiber) return undefined;
        const { translator, value } = fiber.memoizedProps ?? {};
        return translator ?? value?.translator ?? find(fiber.child) ?? find(fiber.sibling);
      };
      const entries = Object.entries(document.querySelector('#root') ?? {});
      const container = entries.find(([key]) => key.startsWith('__reactContainer$'));
      return find((container?.[1] as Fiber | undefined) ?? null)?.choose(chosen);
    }, language);
  await expect.poll(choose, `The messages in ${language} are loaded`).toBe(true);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
}

/** Loads the messages of all languages: later there is no network. */
export async function loadLanguages(page: Page): Promise<void> {
  for (const language of [...OTHER_LANGUAGES, 'en']) await showIn(page, language);
}
