import { copyToClipboard } from '../browser/clipboard.ts';
import { useApp } from '../services/app-context.ts';
import { useI18n } from './use-i18n.ts';

/**
 * Returns a function that copies a text and shows a toast with the result. A text that is yet to come is given as a promise,
 * in the press that asked for it: WebKit refuses a copy that begins later.
 */
export function useCopy(): (text: string | Promise<string>) => Promise<void> {
  const { toasts } = useApp();
  const i18n = useI18n();
  return async (text) => {
    const copying = typeof text === 'string' ? copyToClipboard(text) : copyWhenThere(text);
    if (await copying) toasts.show({ kind: 'success', title: i18n.t('Copied') });
    else {
      const message = i18n.t('The browser does not allow it here.');
      toasts.show({ kind: 'error', title: i18n.t('Not copied'), message });
    }
  };
}

async function copyWhenThere(text: Promise<string>): Promise<boolean> {
  // Firefox has no ClipboardItem before 127, and allows a later copy.
  if (!globalThis.ClipboardItem) return copyToClipboard(await text);
  const blob = text.then((come) => new Blob([come], { type: 'text/plain' }));
  return navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]).then(
    () => true,
    () => false,
  );
}
