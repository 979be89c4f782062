import { readFileSync } from 'node:fs';
import type { Messages } from '@lingui/core';
import { formatter } from '@lingui/format-po';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { Language } from './languages.ts';

/** For tests: the texts of a catalog by their ids, as they stand in its file. */
export async function readCatalog(locale: Language): Promise<Record<string, string>> {
  const file = new URL(`./locales/${locale}.po`, import.meta.url);
  const context = { locale, sourceLocale: 'en', filename: file.pathname };
  const catalog = await formatter({ explicitIdAsDefault: true }).parse(readFileSync(file, 'utf8'), context);
  return Object.fromEntries(Object.entries(catalog).map(([id, { translation = '' }]) => [id, translation]));
}

/** For tests: the messages that the build would load. */
export async function readMessages(locale: Language): Promise<Messages> {
  const texts = Object.entries(await readCatalog(locale));
  return Object.fromEntries(texts.map(([id, text]) => [id, compileMessage(text)]));
}
