/** The key in local storage of the note of a wipe. */
export const WIPE_KEY = 'scannerWipe';

/** Whether this device is being wiped, or was and nobody has seen it yet. */
export function isWiping(): boolean {
  try {
    return localStorage.getItem(WIPE_KEY) !== null;
  } catch {
    return false;
  }
}
