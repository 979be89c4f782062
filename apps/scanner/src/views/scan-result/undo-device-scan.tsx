import { translateCode } from '@scantix/i18n';
import type { LedgerScan } from '@scantix/scan-ledger';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useI18n } from '../../hooks/use-i18n.ts';
import { useMayUndo } from '../../hooks/use-right.ts';
import { useServerClock } from '../../hooks/use-server-clock.ts';
import { UNDO_MESSAGES } from '../../i18n/package-messages.ts';
import { useApp } from '../../services/app-context.ts';
import { UndoButton } from './undo-button.tsx';

/** Undoes an entry or exit of this device, also offline; or says why the server rejected the undo. */
export function UndoDeviceScan({ entry: { scan, tally, undo } }: { entry: LedgerScan }) {
  const { ledger } = useApp();
  const i18n = useI18n();
  const queries = useQueryClient();
  const mayUndo = useMayUndo(scan.claimed_by);
  const clock = useServerClock();
  const isSent = undo?.sync === 'sent';
  const { barcode } = scan;
  // The history of the code comes from the server.
  useEffect(() => {
    if (isSent) void queries.invalidateQueries({ queryKey: ['lookup', barcode] }, { cancelRefetch: false });
  }, [isSent, barcode, queries]);
  if (undo?.sync === 'refused') {
    const reason = undo.error ? translateCode(i18n, UNDO_MESSAGES, undo.error) : i18n.t(UNDO_MESSAGES.refused);
    return <p role="status">{i18n.t('Not taken back: {reason}', { reason })}</p>;
  }
  if (undo || !mayUndo || (tally !== 'admitted' && tally !== 'left')) return null;
  return (
    <UndoButton
      what={tally === 'left' ? 'exit' : 'entry'}
      barcode={barcode}
      madeAt={clock.madeAt(scan)}
      onAgree={async () => {
        const outcome = await ledger.undo(scan.id).catch(() => null);
        return outcome?.ok ? null : i18n.t('It is too late, or this device cannot save the undo.');
      }}
    />
  );
}
