import { useConfirm as useConfirmOn } from '@scantix/ui-shell/react';
import { useLocation } from 'react-router';
import { viewKey } from '../navigation/view-key.ts';
import { useApp } from '../services/app-context.ts';

/** Returns a function that asks a question. A navigation, or the end of the session, answers it with no. */
export function useConfirm(): ReturnType<typeof useConfirmOn> {
  return useConfirmOn(useApp().confirmations, viewKey(useLocation()));
}
