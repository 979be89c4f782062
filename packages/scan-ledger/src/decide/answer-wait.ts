/**
 * A wait for the server's answer to one scan. `current`: the scan has not changed since it was last read. `changed`: it
 * may have an answer now. `over`: no answer can arrive in time, the next read is the last.
 */
export type AnswerWait = 'current' | 'changed' | 'over';

/** What happens during a wait: the scan changes, its budget ends, or a read of it begins. */
export type AnswerWaitEvent = 'change' | 'end' | 'read';

/** The wait after an event; a wait that is over stays over. */
export function nextAnswerWait(wait: AnswerWait, event: AnswerWaitEvent): AnswerWait {
  if (wait === 'over' || event === 'end') return 'over';
  return event === 'change' ? 'changed' : 'current';
}
