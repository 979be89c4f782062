/** Copies a text to the clipboard. Resolves to whether the browser allowed it. */
export type CopyText = (text: string) => Promise<boolean>;

export const copyToClipboard: CopyText = async (text) => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
};
