import { UNDO_WINDOW_MS } from '@scantix/api-contract';
import { translateText } from '@scantix/i18n';
import { Button, leaveFocusToTitle, useNow } from '@scantix/ui-shell/react';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { useConfirm } from '../../hooks/use-confirm.ts';
import { useFeature } from '../../hooks/use-feature.ts';
import { useI18n } from '../../hooks/use-i18n.ts';
import { useServerClock } from '../../hooks/use-server-clock.ts';
import { useApp } from '../../services/app-context.ts';
import { visibleBarcode } from '../../verdict/verdict-words.ts';

/** A longer code is cut in the question, so that the answers stay on the screen. */
const MAX_CODE_LENGTH = 40;

interface UndoButtonProps {
  readonly what: 'entry' | 'exit';
  readonly barcode: string;
  /** When the scan was made, by the server's clock: epoch milliseconds. */
  readonly madeAt: number;
  /** Undoes the scan. Resolves to the translated reason why not, or to `null`; rejects where this device fails. */
  readonly onAgree: () => Promise<string | null>;
}

/** Undoes an entry or exit after a confirmation; hidden when the time for it has passed. */
export function UndoButton({ what, barcode, madeAt, onAgree }: UndoButtonProps) {
  const { toasts } = useApp();
  const confirm = useConfirm();
  const i18n = useI18n();
  const mayUndo = useFeature('undo');
  const clock = useServerClock();
  // Renders again as time passes.
  useNow(5_000);
  const [busy, setBusy] = useState(false);
  if (!mayUndo || clock.now() - madeAt >= UNDO_WINDOW_MS) return null;

  const undo = async () => {
    const whole = visibleBarcode(barcode);
    const code = whole.length > MAX_CODE_LENGTH ? `${whole.slice(0, MAX_CODE_LENGTH)}…` : whole;
    const agreed = await confirm({
      title: what === 'exit' ? i18n.t('Take this exit back?') : i18n.t('Take this entry back?'),
      message:
        what === 'exit'
          ? i18n.t('The visitor with {code} counts as inside again. The scan and its undo stay in the log.', { code })
          : i18n.t('Ticket {code} can be used again. The scan and its undo stay in the log.', { code }),
      acceptLabel: i18n.t('Take back'),
      rejectLabel: i18n.t('Keep it'),
    });
    if (!agreed) return;
    setBusy(true);
    const reason = await onAgree().catch((error: Error) => translateText(i18n, error.message));
    setBusy(false);
    if (reason !== null) toasts.show({ kind: 'error', title: i18n.t('Not taken back'), message: reason });
  };
  return (
    <Button ref={leaveFocusToTitle} busy={busy} icon={<Undo2 aria-hidden />} onClick={() => void undo()}>
      {i18n.t({ id: 'action.undo', message: 'Undo' })}
    </Button>
  );
}
