/** Puts a text on the clipboard and tells whether the browser let it. */
export type CopyText = (text: string) => Promise<boolean>;

export const copyToClipboard: CopyText = async (text) => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
};
