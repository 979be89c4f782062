import type { I18n } from '@lingui/core';

/** Words behind a colon or a semicolon. German ones keep their capital, which may be that of a noun; `ID` keeps its own. */
export function inSentence({ locale }: I18n, words: string): string {
  return locale === 'de' || /^.\p{Lu}/u.test(words) ? words : words.charAt(0).toLowerCase() + words.slice(1);
}
