import { useRef } from 'react';
import { useI18n } from '../../hooks/use-i18n.ts';
import { useApp } from '../../services/app-context.ts';

const SHOWN_MS = 2_000;

/**
 * Returns a function that says whether local storage has a choice, of those that save without a preference of their own.
 * `undo` takes back what was not saved.
 */
export function useSaySaved(): (key: string, value: string | null, undo: () => void) => void {
  const { toasts } = useApp();
  const i18n = useI18n();
  const shown = useRef<number | null>(null);
  return (key, value, undo) => {
    if (shown.current !== null) toasts.dismiss(shown.current);
    shown.current = toasts.show(
      readStored(key) === value
        ? { kind: 'success', title: i18n.t('Saved'), durationMs: SHOWN_MS }
        : {
            kind: 'error',
            title: i18n.t('Not saved'),
            message: i18n.t('Storage is full. This lasts until you close the page'),
            action: { label: i18n.t('Undo'), onPress: undo },
          },
    );
  };
}

function readStored(key: string): string | null | undefined {
  try {
    return localStorage.getItem(key);
  } catch {
    return undefined;
  }
}
