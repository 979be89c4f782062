import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { matchPath, useLocation } from 'react-router';
import { useI18n } from '../hooks/use-i18n.ts';
import { useApp } from '../services/app-context.ts';

const SAVED_MS = 2_000;

/** Says in Settings that a choice was saved, and anywhere that it could not be, with the way back. */
export function useSaveNotice(): void {
  const { atoms, toasts } = useApp();
  const i18n = useI18n();
  const { pathname } = useLocation();
  const save = useAtomValue(atoms.lastSaveAtom);
  const told = useRef(save);
  const shown = useRef<number | null>(null);

  useEffect(() => {
    if (!save || told.current === save) return;
    told.current = save;
    const standing = toasts.getSnapshot().find(({ id }) => id === shown.current);
    // A slider that is moved on and on is told of once.
    if (save.ok && standing?.kind === 'success') return;
    if (standing) toasts.dismiss(standing.id);
    if (!save.ok) {
      shown.current = toasts.show({
        kind: 'error',
        title: i18n.t('Not saved'),
        message: i18n.t('This browser has no room for it: it holds until the page is closed.'),
        action: { label: i18n.t('Undo'), onPress: save.undo },
      });
    } else if (matchPath('/settings', pathname)) {
      shown.current = toasts.show({ kind: 'success', title: i18n.t('Saved'), durationMs: SAVED_MS });
    }
  }, [i18n, pathname, save, toasts]);
}
