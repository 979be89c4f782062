/** The key in local storage of the note of a wipe. */
export const WIPE_KEY = 'scannerWipe';

/** The Web Lock that each page of the app holds, shared. */
export const PAGE_LOCK = 'scantix-page';

/** Whether this device is being wiped, or was and nobody has seen it yet. */
export function isWiping(): boolean {
  try {
    return localStorage.getItem(WIPE_KEY) !== null;
  } catch {
    return false;
  }
}
