import { type ControllerContext, follow } from './controller-context.ts';
import type { StoredSession } from './session-storage.ts';

/** A bearer token, and whose it is. */
export interface UserToken {
  readonly kind: 'token';
  readonly token: string;
  readonly userId: string;
}

/** Where the bearer token comes from. */
export interface AccessTokenSource {
  /** A token that is still valid; `signed-out` when nobody is signed in. */
  get(
    signal?: AbortSignal | null,
  ): Promise<UserToken | { kind: 'signed-out' } | { kind: 'unreachable'; cause?: unknown }>;
  /** Replaces a token that the server did not accept; null when there is no new one of the same user. */
  replace(token: UserToken, signal?: AbortSignal | null): Promise<UserToken | null>;
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
      const { session } = getState();
      // Another tab has signed in somebody else, and its event is still to come: listeners abort the calls of before.
      if (session.status === 'signed-in' && session.user.id !== stored.user.id) follow(context, stored);
      if (!time.hasExpired(stored.pair)) return toUserToken(stored);
      if (clock.monotonicNow() < getState().coolUntil) return { kind: 'unreachable' };
      const outcome = await refresh(stored.pair.accessToken);
      if (outcome.kind === 'refreshed') return toUserToken(outcome.session);
      return outcome.kind === 'unreachable' ? outcome : { kind: 'signed-out' };
    },
    async replace({ token, userId }) {
      const outcome = await refresh(token);
      // Another tab may have signed in somebody else meanwhile.
      return outcome.kind === 'refreshed' && outcome.session.user.id === userId ? toUserToken(outcome.session) : null;
    },
  };
}

function toUserToken({ pair, user }: StoredSession): UserToken {
  return { kind: 'token', token: pair.accessToken, userId: user.id };
}
