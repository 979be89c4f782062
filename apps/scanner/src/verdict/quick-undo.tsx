import type { LedgerScan } from '@scantix/scan-ledger';
import { Button, leaveFocusToTitle } from '@scantix/ui-shell/react';
import { Undo2 } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { useI18n } from '../hooks/use-i18n.ts';
import { useQuickUndo } from './use-quick-undo.ts';

interface QuickUndoProps {
  readonly entry: LedgerScan | null;
  /** Called with the press, before the scan is taken back. */
  readonly onUndo?: () => void;
}

/** A press that comes so soon after the button of another scan was meant for that one: milliseconds. */
const REACTION_MS = 300;

/** The scan whose button was shown last, and until when: `performance.now()`. */
let last = { id: '', until: Number.NEGATIVE_INFINITY };

/** *Undo*, for ten seconds after an entry or exit of this device. */
export function QuickUndo({ entry, onUndo }: QuickUndoProps) {
  const i18n = useI18n();
  const undo = useQuickUndo(entry);
  const id = undo && entry ? entry.scan.id : null;
  const from = useRef(0);
  useLayoutEffect(() => {
    if (id === null) return;
    if (last.id !== id) from.current = last.until + REACTION_MS;
    return () => {
      last = { id, until: performance.now() };
    };
  }, [id]);
  if (!undo) return null;
  return (
    <Button
      ref={leaveFocusToTitle}
      icon={<Undo2 aria-hidden />}
      onClick={() => {
        if (performance.now() < from.current) return;
        onUndo?.();
        void undo();
      }}
    >
      {i18n.t({ id: 'action.undo', message: 'Undo' })}
    </Button>
  );
}
