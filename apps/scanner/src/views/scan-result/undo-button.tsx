import { UNDO_WINDOW_MS } from '@scantix/api-contract';
import { Button, useNow } from '@scantix/ui-shell/react';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useI18n } from '../../hooks/use-i18n.ts';
import { useApp } from '../../services/app-context.ts';

interface UndoButtonProps {
  readonly what: 'entry' | 'exit';
  /** When it happened: ISO 8601. */
  readonly claimedAt: string;
  /** Takes it back; resolves with why not, in the person's words, or with `null`. */
  readonly onAgree: () => Promise<string | null>;
}

/** Asks, and takes an entry or exit back, for as long as that can be done. */
export function UndoButton({ what, claimedAt, onAgree }: UndoButtonProps) {
  const { confirmations, toasts } = useApp();
  const i18n = useI18n();
  const now = useNow(5_000);
  const [busy, setBusy] = useState(false);
  if (now - Date.parse(claimedAt) >= UNDO_WINDOW_MS) return null;

  const takeBack = async () => {
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
    <Button busy={busy} icon={<Undo2 aria-hidden />} onClick={() => void takeBack()}>
      {i18n.t('Undo')}
    </Button>
  );
}
