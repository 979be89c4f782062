import type { I18n } from '@lingui/core';
import { useSyncExternalStore } from 'react';
import type { Translator } from '../index.ts';

/**
 * Lingui's `t` in the active language; the component renders again when the language changes. On a page that a server
 * renders, call `translator.start()` in an effect: until then both show the source language.
 *
 * @example
 * const i18n = useI18n(translator);
 * return <h1>{i18n.t('Welcome')}</h1>;
 */
export function useI18n({ i18n, subscribe, getSnapshot }: Translator): I18n {
  useSyncExternalStore(subscribe, getSnapshot, getSnapshot);
  return i18n;
}
