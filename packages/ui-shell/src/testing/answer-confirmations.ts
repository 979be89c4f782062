import type { ConfirmationBus, ConfirmationRequest } from '../index.ts';

/**
 * Answers every question of a group in place of a user.
 *
 * @returns the questions so far, and a function that ends the answering
 * @example
 * const { asked, stop } = answerConfirmations(confirmations, true);
 */
export function answerConfirmations(bus: ConfirmationBus, accepted: boolean, group = 'default') {
  const asked: ConfirmationRequest[] = [];
  const stop = bus.subscribe(() => {
    const state = bus.getSnapshot(group);
    if (state.status === 'closed') return;
    asked.push(state.request);
    if (accepted) bus.accept(group);
    else bus.reject(group);
  });
  return { asked: asked as readonly ConfirmationRequest[], stop };
}
