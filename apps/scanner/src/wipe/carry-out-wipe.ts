import { requestLock } from '@scantix/runtime-utils';
import { wipeDeviceData } from '@scantix/scan-ledger/device-data';
import { removeOffline } from '../browser/remove-offline.ts';
import { PAGE_LOCK } from './is-wiping.ts';
import { noteCarriedOut, noteWipe, readWipe, type WipeNote } from './wipe-note.ts';

/** What a wipe deletes from local storage: all keys but the device identifier's, and the notes of this wipe and the last one. */
const OWN_KEYS = /^(scanner(?!Wipe)|scantix|authToken$|refreshToken|tokenExpiration$|userData$|rememberMe$|theme$)/;

/** How long other tabs are waited for, in milliseconds: a frozen one does not leave. */
const LEAVE_MS = 3_000;

/** How long a tab that wipes is waited for, in milliseconds: a frozen one never ends, and each step can be taken twice. */
const WIPE_MS = 30_000;

/**
 * Carries out the wipe that is noted, or continues one that was interrupted, in one tab at a time. Returns the note with
 * what stayed; `null`: another tab has been told already.
 * @throws LedgerError where the storage fails: the note stays
 */
export async function carryOutWipe(): Promise<WipeNote | null> {
  const wipe = async () => {
    const note = readWipe();
    if (!note || note.kept !== undefined) return note;
    // No tab may run the app any more: a ledger whose database is deleted makes a new one.
    await requestLock({ locks: navigator.locks, name: PAGE_LOCK, timeoutMs: LEAVE_MS }, async () => {});
    const { kept } = await wipeDeviceData(note.exported ? { exported: note.exported } : {});
    await deleteSessions();
    await removeOffline();
    for (const key of Object.keys(localStorage)) {
      if (OWN_KEYS.test(key)) localStorage.removeItem(key);
    }
    if (note.order !== undefined) noteCarriedOut({ order: note.order, kept });
    const done: WipeNote = { ...(note.order !== undefined && { order: note.order }), kept };
    noteWipe(done);
    return done;
  };
  const outcome = await requestLock({ locks: navigator.locks, name: 'scantix-wipe', timeoutMs: WIPE_MS }, wipe);
  return outcome.kind === 'granted' ? outcome.value : wipe();
}

/** Deletes the record of the session's tokens. A tab that has it open closes it for that. */
function deleteSessions(): Promise<void> {
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase('scantix-auth-session');
    request.onsuccess = request.onerror = request.onblocked = () => resolve();
  });
}
