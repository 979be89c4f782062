import { type RefObject, useLayoutEffect } from 'react';

/**
 * Shows a native dialog as modal while it is mounted. The browser traps the focus; on close it returns to where it was.
 * Injects no styles, so a strict style policy needs no exception.
 */
export function useModal(
  dialogRef: RefObject<HTMLDialogElement | null>,
  initialFocusRef: RefObject<HTMLElement | null>,
): void {
  useLayoutEffect(() => {
    const dialog = dialogRef.current;
    if (!dialog) return;
    const returnTo = document.activeElement;
    dialog.showModal();
    initialFocusRef.current?.focus();
    const unhide = hideOthers(dialog);
    return () => {
      unhide();
      dialog.close();
      if (returnTo instanceof HTMLElement && returnTo.isConnected) returnTo.focus();
    };
  }, [dialogRef, initialFocusRef]);
}

/** Hides the rest of the page from assistive technology that supports `aria-hidden` but not the top layer. */
function hideOthers(dialog: HTMLElement): () => void {
  const others = [...document.body.children].filter((child) => child !== dialog && !child.hasAttribute('aria-hidden'));
  for (const other of others) other.setAttribute('aria-hidden', 'true');
  return () => {
    for (const other of others) other.removeAttribute('aria-hidden');
  };
}
