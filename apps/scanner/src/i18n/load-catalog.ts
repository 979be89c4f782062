import type { Messages } from '@lingui/core';
import type { Language } from './languages.ts';

const CATALOGS = {
  de: () => import('./locales/de.po'),
  es: () => import('./locales/es.po'),
  fr: () => import('./locales/fr.po'),
};

/** Loads the compiled messages of a language: each is a chunk of its own. */
export async function loadCatalog(language: Exclude<Language, 'en'>): Promise<Messages> {
  const { messages } = await CATALOGS[language]();
  return messages;
}
