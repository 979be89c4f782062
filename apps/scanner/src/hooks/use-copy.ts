import { copyToClipboard } from '../browser/clipboard.ts';
import { useApp } from '../services/app-context.ts';
import { useI18n } from './use-i18n.ts';

/** Returns a function that copies a text and shows a toast with the result. */
export function useCopy(): (text: string | Promise<string>) => Promise<void> {
  const { toasts } = useApp();
  const i18n = useI18n();
  return async (text) => {
    if (await copyToClipboard(text)) toasts.show({ kind: 'success', title: i18n.t('Copied') });
    else {
      const message = i18n.t('The browser does not allow it here.');
      toasts.show({ kind: 'error', title: i18n.t('Not copied'), message });
    }
  };
}
