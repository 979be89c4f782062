import type { I18n } from '@lingui/core';
import { useI18n as useTranslator } from '@scantix/i18n/react';
import { useStart } from '../services/app-context.ts';

/** The messages in the active language; the component renders again when it changes. */
export function useI18n(): I18n {
  return useTranslator(useStart().translator);
}
