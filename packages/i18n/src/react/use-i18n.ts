import type { I18n } from '@lingui/core';
import { useMemo, useSyncExternalStore } from 'react';
import type { Translator } from '../index.ts';

/**
 * Lingui's `t` in the active language; the component renders again when the language changes, and so does what is memoized
 * by the returned object. On a page that a server renders, call `translator.start()` in an effect: until then both show
 * the source language.
 *
 * @example
 * const i18n = useI18n(translator);
 * return <h1>{i18n.t('Welcome')}</h1>;
 */
export function useI18n({ i18n, subscribe, getSnapshot }: Translator): I18n {
  const language = useSyncExternalStore(subscribe, getSnapshot, getSnapshot);
  // biome-ignore lint/correctness/useExhaustiveDependencies: React Compiler keeps texts as long as the object is the same
  return useMemo(() => Object.create(i18n), [i18n, language]);
}
