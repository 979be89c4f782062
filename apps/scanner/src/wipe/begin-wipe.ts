import type { AppServices } from '../services/services.ts';
import { noteWipe, type WipeNote } from './wipe-note.ts';

/** What a wipe ends. */
type Wiped = Pick<AppServices, 'session' | 'ledger' | 'logger'>;

/** How long storage and server are waited for, in milliseconds: either may never answer. */
const WAIT_MS = 2_000;

/**
 * Signs out and reloads every tab: the fresh page, in which nothing of the signed-in app runs, carries the wipe out. From
 * the note on a kill or a reload does not stop it.
 */
export async function beginWipe({ session, ledger, logger }: Wiped, note: WipeNote): Promise<void> {
  noteWipe(note);
  logger.log({ name: 'device_wipe_begun', category: 'user_action', module: 'settings' });
  const ended = Promise.all([ledger.stop().catch(() => {}), session.logout()]);
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, WAIT_MS))]);
  window.location.replace('/login');
}
