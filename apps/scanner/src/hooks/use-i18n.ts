import type { I18n } from '@lingui/core';
import { useSyncExternalStore } from 'react';
import { useStart } from '../services/app-context.ts';

/** The messages in the language of the moment: whoever asks for them is drawn anew when it changes. */
export function useI18n(): I18n {
  const { i18n, subscribe, getSnapshot } = useStart().translator;
  useSyncExternalStore(subscribe, getSnapshot);
  return i18n;
}
