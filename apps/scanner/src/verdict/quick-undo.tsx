import type { LedgerScan } from '@scantix/scan-ledger';
import { Button, leaveFocusToTitle } from '@scantix/ui-shell/react';
import { Undo2 } from 'lucide-react';
import { useI18n } from '../hooks/use-i18n.ts';
import { useQuickUndo } from './use-quick-undo.ts';

interface QuickUndoProps {
  readonly entry: LedgerScan | null;
  /** Called with the press, before the scan is taken back. */
  readonly onUndo?: () => void;
}

/** *Undo*, for ten seconds after an entry or exit of this device. */
export function QuickUndo({ entry, onUndo }: QuickUndoProps) {
  const i18n = useI18n();
  const undo = useQuickUndo(entry);
  if (!undo) return null;
  return (
    <Button
      ref={leaveFocusToTitle}
      icon={<Undo2 aria-hidden />}
      onClick={() => {
        onUndo?.();
        void undo();
      }}
    >
      {i18n.t({ id: 'action.undo', message: 'Undo' })}
    </Button>
  );
}
