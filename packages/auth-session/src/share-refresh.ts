import type { RefreshOutcome, TokenRefresher } from './token-refresher.ts';

/**
 * One refresh at a time for any number of callers; `apply` runs once for each, before its callers continue. A refresh
 * whose `superseded` signal aborts is not applied, and callers with another signal start a new one.
 */
export function shareRefresh(
  refresher: TokenRefresher,
  apply: (outcome: RefreshOutcome) => Promise<void>,
): (staleAccessToken: string, superseded: AbortSignal) => Promise<RefreshOutcome> {
  let running: { readonly outcome: Promise<RefreshOutcome>; readonly superseded: AbortSignal } | null = null;

  return (staleAccessToken, superseded) => {
    if (running?.superseded === superseded) return running.outcome;
    const outcome = refresher(staleAccessToken, superseded).then(async (result) => {
      if (running?.superseded === superseded) running = null;
      if (!superseded.aborted) await apply(result);
      return result;
    });
    running = { outcome, superseded };
    return outcome;
  };
}
