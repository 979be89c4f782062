import type { ScanRecord } from '@scantix/api-contract';
import { letsThrough } from '@scantix/api-contract/rules';
import { useQueryClient } from '@tanstack/react-query';
import { failureWords } from '../../format/failure-words.ts';
import { useI18n } from '../../hooks/use-i18n.ts';
import { useMayUndo } from '../../hooks/use-right.ts';
import { UNDO_MESSAGES } from '../../i18n/package-messages.ts';
import { useApp } from '../../services/app-context.ts';
import { UndoButton } from './undo-button.tsx';

/** Undoes an entry or exit of another device. Only the server can, so it needs a network. */
export function UndoRemoteScan({ record }: { record: ScanRecord }) {
  const { id, barcode, claimed_by, mode, received_at, undone, verdict } = record;
  const { ledger } = useApp();
  const i18n = useI18n();
  const queries = useQueryClient();
  const mayUndo = useMayUndo(claimed_by);
  if (!mayUndo || undone || mode === 'check' || !letsThrough(verdict)) return null;
  return (
    <UndoButton
      what={mode}
      barcode={barcode}
      madeAt={Date.parse(received_at)}
      onAgree={async () => {
        const answer = await ledger.undoElsewhere(id);
        if (!answer.ok) return failureWords(i18n, answer.failure);
        void queries.invalidateQueries();
        const { status, refusal = 'refused' } = answer.value;
        if (status !== 'refused' || refusal === 'already_undone') return null;
        return i18n.t(UNDO_MESSAGES[refusal]);
      }}
    />
  );
}
