/** The languages of the app by their own names, as the list in Settings shows them. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', es: 'Español', fr: 'Français' } as const;

export type Language = keyof typeof LANGUAGES;

export function isLanguage(text: string | null): text is Language {
  return text !== null && Object.hasOwn(LANGUAGES, text);
}

/** The first language that somebody wants and the app has, whatever the region: `de-AT` is German. @default 'en' */
export function matchLanguage(wanted: readonly string[]): Language {
  return wanted.map((tag) => tag.toLowerCase().split('-')[0] ?? '').find(isLanguage) ?? 'en';
}
