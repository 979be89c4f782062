/**
 * Copies a text to the clipboard; call it in the press that asked for it. A text that is yet to come is handed over as a
 * promise: WebKit refuses a copy that begins later. Resolves to whether the browser allowed it.
 */
export async function copyToClipboard(text: string | Promise<string>): Promise<boolean> {
  try {
    // Firefox has no ClipboardItem before 127, and allows a later copy.
    if (typeof text === 'string' || !globalThis.ClipboardItem) await navigator.clipboard.writeText(await text);
    else {
      const blob = text.then((come) => new Blob([come], { type: 'text/plain' }));
      await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
    }
    return true;
  } catch {
    return false;
  }
}
