import { ConfirmationDialog, Toaster } from '@scantix/ui-shell/react';
import { useApp } from '../services/app-context.ts';
import { useSaveNotice } from './use-save-notice.ts';
import { useShellLabels } from './use-shell-labels.ts';

/** The confirmation dialog and the toasts. */
export function Overlays() {
  const { confirmations, toasts } = useApp();
  const labels = useShellLabels();
  useSaveNotice();
  return (
    <>
      <ConfirmationDialog bus={confirmations} />
      <Toaster bus={toasts} labels={labels} />
    </>
  );
}
