/**
 * What the calls of the ledger say about the server. `unknown`: no call has ended. `answered`: the last call was
 * answered. `unanswered`: somebody waited for the last call in vain.
 */
export type ServerContact =
  | { readonly kind: 'unknown' | 'unanswered'; readonly answers: number }
  | {
      readonly kind: 'answered';
      /** Number of answers so far. */
      readonly answers: number;
      /** When the last answer arrived, by the monotonic clock. */
      readonly at: number;
      /** Whether the browser reported no network from the call to its answer, and no call has failed so since: then its report is wrong. */
      readonly whileOffline: boolean;
    };

/** What happens to calls of the ledger. */
export type ContactEvent =
  /** Any call was answered. `isOnline`: what the browser reported at its beginning or its end. */
  | { readonly kind: 'answered'; readonly now: number; readonly isOnline: boolean }
  /** A call reached no server, while the browser reported no network. */
  | { readonly kind: 'unreached' }
  /** Somebody waited in vain for a call that began after so many answers. */
  | { readonly kind: 'unanswered'; readonly answersBefore: number };

/** The contact before any call. */
export const NO_CONTACT: ServerContact = { kind: 'unknown', answers: 0 };

/** The contact after an event. */
export function nextContact(contact: ServerContact, event: ContactEvent): ServerContact {
  if (event.kind === 'answered') {
    return { kind: 'answered', answers: contact.answers + 1, at: event.now, whileOffline: !event.isOnline };
  }
  // As a network goes, a call may still be answered; the browser's report is right for all that.
  if (event.kind === 'unreached') return contact.kind === 'answered' ? { ...contact, whileOffline: false } : contact;
  // Another call was answered since this one began: the server is there.
  if (contact.answers > event.answersBefore) return contact;
  return { kind: 'unanswered', answers: contact.answers };
}

/**
 * An answer of this age or younger counts more than the browser's report. Where there really is no network, calls fail
 * at once, and so does the wait for them: a longer time costs nothing. A shorter one would let a device decide alone
 * between two visitors while the report is wrong.
 */
const RECENT_MS = 10_000;

/** Whether the browser reports no network, and no answer contradicts it. `now`: by the monotonic clock. */
export function isOffline(
  contact: ServerContact,
  { isOnline, now }: { readonly isOnline: boolean; readonly now: number },
): boolean {
  if (isOnline) return false;
  if (contact.kind !== 'answered') return true;
  return !contact.whileOffline && now - contact.at > RECENT_MS;
}
