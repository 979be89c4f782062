/** The languages of the app by their own names, as the list in Settings shows them. */
export const LANGUAGES = { en: 'English', de: 'Deutsch', es: 'Español', fr: 'Français' } as const;

export type Language = keyof typeof LANGUAGES;
