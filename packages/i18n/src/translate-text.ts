import type { I18n } from '@lingui/core';

/** Translates a text that a server or another package wrote; a text without a translation stays as it is. */
export function translateText(i18n: Pick<I18n, 'messages' | 't'>, text: string): string {
  return Object.hasOwn(i18n.messages, text) ? i18n.t(text) : text;
}
