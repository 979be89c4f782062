import type { Verdict } from '@scantix/api-contract';

/**
 * A wait for the server's answer to one scan. `current`: the scan has not changed since it was last read. `changed`: it
 * may have a verdict now, which must be read. `answered`: its verdict is known. `over`: no answer can arrive in time.
 */
export type AnswerWait =
  | { readonly kind: 'current' | 'changed' | 'over' }
  | { readonly kind: 'answered'; readonly verdict: Verdict };

/** What happens during a wait: the scan changes, a read of it begins, its verdict is known, or its time ends. */
export type AnswerWaitEvent =
  | { readonly kind: 'change' | 'read' | 'end' }
  | { readonly kind: 'answer'; readonly verdict: Verdict };

/** The wait after an event; one that is answered or over stays so. */
export function nextAnswerWait(wait: AnswerWait, event: AnswerWaitEvent): AnswerWait {
  if (wait.kind === 'answered' || wait.kind === 'over') return wait;
  switch (event.kind) {
    case 'answer':
      return { kind: 'answered', verdict: event.verdict };
    case 'end':
      return { kind: 'over' };
    case 'change':
      return { kind: 'changed' };
    case 'read':
      return { kind: 'current' };
  }
}
