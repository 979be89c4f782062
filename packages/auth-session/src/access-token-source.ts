import type { ControllerContext } from './controller-context.ts';

/** Where the bearer token comes from. */
export interface AccessTokenSource {
  /** A token that is still valid; `signed-out` when nobody is signed in. */
  get(signal?: AbortSignal | null): Promise<{ kind: 'token'; token: string } | { kind: 'signed-out' | 'unreachable' }>;
  /** Replaces a token that the server did not accept; returns whether there is a new one. */
  replace(token: string): Promise<boolean>;
}

/** The tokens of the stored session; one that has expired is refreshed first. */
export function createAccessTokenSource(context: ControllerContext): AccessTokenSource {
  const { clock, dispatch, getState, refresh, time, vault } = context;
  return {
    async get() {
      const stored = vault.peek();
      if (!stored) {
        if (getState().session.status === 'signed-in') dispatch({ type: 'session-missing' });
        return { kind: 'signed-out' };
      }
      if (!time.hasExpired(stored.pair)) return { kind: 'token', token: stored.pair.accessToken };
      if (clock.monotonicNow() < getState().coolUntil) return { kind: 'unreachable' };
      const outcome = await refresh(stored.pair.accessToken);
      if (outcome.kind === 'refreshed') return { kind: 'token', token: outcome.session.pair.accessToken };
      return { kind: outcome.kind === 'unreachable' ? 'unreachable' : 'signed-out' };
    },
    replace: async (token) => (await refresh(token)).kind === 'refreshed',
  };
}
