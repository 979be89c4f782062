import type { Messages } from '@lingui/core';
import type { Language } from './languages.ts';

const CATALOGS = {
  de: () => import('./locales/de.po'),
  es: () => import('./locales/es.po'),
  fr: () => import('./locales/fr.po'),
};

/** The compiled messages of a language, a chunk of its own each. */
export async function loadCatalog(language: Exclude<Language, 'en'>): Promise<Messages> {
  const { messages } = await CATALOGS[language]();
  return messages;
}
