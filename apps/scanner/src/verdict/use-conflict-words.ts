import type { Reason, ScanMode } from '@scantix/api-contract';
import { inSentence } from '../format/in-sentence.ts';
import { useI18n } from '../hooks/use-i18n.ts';
import { REASON_WORDS } from './verdict-words.ts';

/** What a device did at which the server would have refused, and why; without a full stop. */
export function useConflictWords(mode: ScanMode | undefined, kind: Reason): string {
  const i18n = useI18n();
  const reason = inSentence(i18n, i18n.t(REASON_WORDS[kind]));
  return mode === 'exit'
    ? i18n.t('Let out offline; {reason}', { reason })
    : i18n.t('Let in offline; {reason}', { reason });
}
