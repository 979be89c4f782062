import type { AppServices } from '../services/services.ts';
import { noteWipe, type WipeNote } from './wipe-note.ts';

/** What a wipe ends. */
type Wiped = Pick<AppServices, 'session' | 'ledger' | 'logger'>;

/** How long storage and server are each waited for, in milliseconds: neither may ever answer. */
const WAIT_MS = 2_000;

/**
 * Signs out and reloads every tab: the fresh page, in which nothing of the signed-in app runs, carries the wipe out. From
 * the note on a kill or a reload does not stop it.
 */
export async function beginWipe({ session, ledger, logger }: Wiped, note: WipeNote): Promise<void> {
  noteWipe(note);
  logger.log({ name: 'device_wipe_begun', category: 'user_action', module: 'settings' });
  await inTime(ledger.stop().catch(() => {}));
  await inTime(session.logout());
  window.location.replace('/login');
}

const inTime = (work: Promise<void>) =>
  Promise.race([work, new Promise<void>((resolve) => setTimeout(resolve, WAIT_MS))]);
