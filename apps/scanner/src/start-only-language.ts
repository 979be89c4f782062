const ONLY_KEY = 'scannerOnlyLanguage';

/** The first paint (public/start.js) comes before the flags: this key tells it of a choice that no longer counts. */
export function noteOnlyLanguage(offersLanguages: boolean): void {
  try {
    if (offersLanguages) localStorage.removeItem(ONLY_KEY);
    else if (localStorage.getItem('scannerLanguage') !== null) localStorage.setItem(ONLY_KEY, 'en');
  } catch {
    // A private window or a full storage: the first paint has the language of the choice.
  }
}
