import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { matchPath, useLocation } from 'react-router';
import { useI18n } from '../hooks/use-i18n.ts';
import { useApp } from '../services/app-context.ts';

const SAVED_TOAST_MS = 2_000;

/** Shows a toast in Settings when a preference was saved, and in any view when it was not, with Undo. */
export function useSaveNotice(): void {
  const { atoms, toasts } = useApp();
  const i18n = useI18n();
  const { pathname } = useLocation();
  const save = useAtomValue(atoms.lastSaveAtom);
  const reported = useRef(save);
  const shown = useRef<number | null>(null);

  useEffect(() => {
    if (!save || reported.current === save) return;
    reported.current = save;
    const toast = toasts.getSnapshot().find(({ id }) => id === shown.current);
    // A slider saves many times while it moves: one toast is enough.
    if (save.ok && toast?.kind === 'success') return;
    if (toast) toasts.dismiss(toast.id);
    if (!save.ok) {
      shown.current = toasts.show({
        kind: 'error',
        title: i18n.t('Not saved'),
        message: i18n.t('Storage is full. This lasts until you close the page'),
        action: { label: i18n.t('Undo'), onPress: save.undo },
      });
    } else if (matchPath({ path: '/settings', caseSensitive: true }, pathname)) {
      shown.current = toasts.show({ kind: 'success', title: i18n.t('Saved'), durationMs: SAVED_TOAST_MS });
    }
  }, [i18n, pathname, save, toasts]);
}
