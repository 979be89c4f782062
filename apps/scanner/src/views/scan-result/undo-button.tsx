import { UNDO_WINDOW_MS } from '@scantix/api-contract';
import { type LedgerScan, UNDO_PROBLEMS } from '@scantix/scan-ledger';
import { Button } from '@scantix/ui-shell/react';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useApp } from '../../app-context.ts';
import { translateText } from '../../i18n/translate-text.ts';
import { useI18n } from '../../i18n/use-i18n.ts';
import { useNow } from '../../offline/use-now.ts';

/** Takes an entry or exit of this device back, for as long as that can be done; says so where the server would not. */
export function UndoButton({ entry }: { entry: LedgerScan }) {
  const { confirmations, ledger, toasts } = useApp();
  const i18n = useI18n();
  const now = useNow(5_000);
  const [busy, setBusy] = useState(false);
  const { scan, tally, undo } = entry;
  const canUndo = (tally === 'admitted' || tally === 'left') && now - Date.parse(scan.claimed_at) < UNDO_WINDOW_MS;
  if (undo?.sync === 'refused') {
    const reason = translateText(i18n, undo.error?.message ?? UNDO_PROBLEMS.refused);
    return <p role="status">{i18n.t('Not taken back: {reason}', { reason })}</p>;
  }
  if (undo || !canUndo) return null;

  const takeBack = async () => {
    const agreed = await confirmations.confirm({
      title: tally === 'left' ? i18n.t('Take this exit back?') : i18n.t('Take this entry back?'),
      message: i18n.t('The ticket can be used again. Both stay in the log.'),
      acceptLabel: i18n.t('Take back'),
      rejectLabel: i18n.t('Keep it'),
    });
    if (!agreed) return;
    setBusy(true);
    const outcome = await ledger.undo(scan.id).catch(() => null);
    setBusy(false);
    if (!outcome?.ok) {
      toasts.show({
        kind: 'error',
        title: i18n.t('Not taken back'),
        message: i18n.t('It is too late, or this device cannot keep it.'),
      });
    }
  };
  return (
    <Button busy={busy} icon={<Undo2 aria-hidden />} onClick={() => void takeBack()}>
      {i18n.t('Undo')}
    </Button>
  );
}
