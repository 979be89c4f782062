import type { I18n } from '@lingui/core';

/** A text that a package or the server wrote: translated where the catalog knows it, else as it came. */
export function translateText(i18n: I18n, text: string): string {
  return Object.hasOwn(i18n.messages, text) ? i18n.t(text) : text;
}
