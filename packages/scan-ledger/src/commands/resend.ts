import type { CommandContext, CommandOptions } from './command-context.ts';

/** Creates `resendQuarantined`: the scan returns to the outbox and is sent once more. */
export function createResend({ store, changes, get, watch, send }: CommandContext) {
  return async (id: string, { signal }: CommandOptions = {}): Promise<boolean> => {
    signal?.throwIfAborted();
    if (!(await get(id))) return false;
    const requeued = await watch(() => store.requeue(id));
    if (requeued) changes.changed([id]);
    void send();
    return requeued;
  };
}
