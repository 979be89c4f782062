import { useRef } from 'react';
import { useI18n } from '../../hooks/use-i18n.ts';
import { useApp } from '../../services/app-context.ts';

const SHOWN_MS = 2_000;

/** Returns a function that says that a choice was saved: of those that save without a preference of their own. */
export function useSaySaved(): () => void {
  const { toasts } = useApp();
  const i18n = useI18n();
  const shown = useRef<number | null>(null);
  return () => {
    if (shown.current !== null) toasts.dismiss(shown.current);
    shown.current = toasts.show({ kind: 'success', title: i18n.t('Saved'), durationMs: SHOWN_MS });
  };
}
