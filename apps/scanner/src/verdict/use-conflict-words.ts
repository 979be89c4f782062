import { CLAIM_MARKS, type Reason, type ScanMode, type ScanRecord } from '@scantix/api-contract';
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

/** When a scan was made by its claim; when it arrived, where the claim is in doubt. ISO 8601. */
export function timeOf({ claimed_at, received_at, marks }: ScanRecord): string {
  return marks?.some((mark) => CLAIM_MARKS.includes(mark)) ? received_at : claimed_at;
}
