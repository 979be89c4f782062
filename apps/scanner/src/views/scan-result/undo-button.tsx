import { UNDO_WINDOW_MS } from '@scantix/api-contract';
import { Button, useNow } from '@scantix/ui-shell/react';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useFeature } from '../../hooks/use-feature.ts';
import { useI18n } from '../../hooks/use-i18n.ts';
import { useApp } from '../../services/app-context.ts';

interface UndoButtonProps {
  readonly what: 'entry' | 'exit';
  /** The time of the scan, in ISO 8601. */
  readonly claimedAt: string;
  /** Undoes the scan. Resolves to the translated reason why not, or to `null`. */
  readonly onAgree: () => Promise<string | null>;
}

/** Undoes an entry or exit after a confirmation; hidden when the time for it has passed. */
export function UndoButton({ what, claimedAt, onAgree }: UndoButtonProps) {
  const { confirmations, toasts } = useApp();
  const i18n = useI18n();
  const mayUndo = useFeature('undo');
  const now = useNow(5_000);
  const [busy, setBusy] = useState(false);
  if (!mayUndo || now - Date.parse(claimedAt) >= UNDO_WINDOW_MS) return null;

  const undo = async () => {
    const agreed = await confirmations.confirm({
      title: what === 'exit' ? i18n.t('Take this exit back?') : i18n.t('Take this entry back?'),
      message: i18n.t('The ticket can be used again. Both stay in the log.'),
      acceptLabel: i18n.t('Take back'),
      rejectLabel: i18n.t('Keep it'),
    });
    if (!agreed) return;
    setBusy(true);
    const reason = await onAgree();
    setBusy(false);
    if (reason !== null) toasts.show({ kind: 'error', title: i18n.t('Not taken back'), message: reason });
  };
  return (
    <Button busy={busy} icon={<Undo2 aria-hidden />} onClick={() => void undo()}>
      {i18n.t('Undo')}
    </Button>
  );
}
