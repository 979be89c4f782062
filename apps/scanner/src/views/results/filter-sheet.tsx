import { Button } from '@scantix/ui-shell/react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useI18n } from '../../hooks/use-i18n.ts';

interface FilterSheetProps {
  /** What the button says that closes it. */
  readonly closeLabel: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The filters of a phone: over the list, which is there again with one press. */
export function FilterSheet({ closeLabel, onClose, children }: FilterSheetProps) {
  const i18n = useI18n();
  const sheet = useRef<HTMLDialogElement>(null);
  // The browser keeps the focus inside, and gives it back when the sheet closes.
  useLayoutEffect(() => {
    const dialog = sheet.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={sheet}
      className="stx-dialog app-sheet"
      aria-label={i18n.t('Filters')}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className="app-sheet__fields">{children}</div>
      <Button variant="primary" size={56} wide onClick={onClose}>
        {closeLabel}
      </Button>
    </dialog>
  );
}
