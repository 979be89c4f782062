import type { AuthCalls, CallOutcome } from './auth-calls.ts';
import type { Clock } from './clock.ts';
import type { DeviceBinding } from './device-binding.ts';
import type { StorageWarning } from './errors.ts';
import type { ServerTime } from './server-time.ts';
import { LOCK_WAIT_MS, type SessionLocks, withSessionLock } from './session-lock.ts';
import type { StoredSession } from './session-storage.ts';
import { isExpired, type TokenPair } from './token-pair.ts';
import type { TokenVault } from './token-vault.ts';

/** How a refresh ended. */
export type RefreshOutcome =
  /** A new pair is in place, by this tab's call or by another tab's. */
  | { readonly kind: 'refreshed'; readonly session: StoredSession; readonly warning: StorageWarning | null }
  /** Our API refused the refresh token, or there is none that is still valid. */
  | { readonly kind: 'refused' }
  /** Nothing answered, or something else than our API did. */
  | { readonly kind: 'unreachable'; readonly cause: unknown }
  /** Nobody is signed in any more. */
  | { readonly kind: 'signed-out' };

/** Another tab's rotation can overtake this one more than once; more often than this means a fault. */
const MAX_ATTEMPTS = 4;

interface TokenRefresherOptions {
  calls: AuthCalls;
  clock: Clock;
  device: DeviceBinding;
  locks: SessionLocks;
  serverTime: ServerTime;
  vault: TokenVault;
}

/**
 * Replaces `staleAccessToken`, one tab at a time: by the server, or by the pair that another tab has stored meanwhile. A
 * refusal clears the session before the lock is released. After `signal` aborts nothing is written.
 */
export type TokenRefresher = (staleAccessToken: string, signal: AbortSignal) => Promise<RefreshOutcome>;

/** Makes the refresher. It never throws. */
export function createTokenRefresher({
  calls,
  clock,
  device,
  locks,
  serverTime,
  vault,
}: TokenRefresherOptions): TokenRefresher {
  /** Where the server's time is known, but not to this page yet, the server decides: the clock may have been moved. */
  const hasEnded = ({ clockOffsetMs, refreshExpiresAt }: TokenPair, earliest: number) =>
    refreshExpiresAt !== null &&
    isExpired(refreshExpiresAt, earliest) &&
    (clockOffsetMs === null || serverTime.isMeasured());

  async function rotate(staleAccessToken: string, signal: AbortSignal): Promise<RefreshOutcome> {
    let refused: string | undefined;
    let isProofAsked = false;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const began = clock.monotonicNow();
      // This tab was frozen meanwhile, and another one no longer waits for its lock: what was read may be replaced.
      const isLate = () => clock.monotonicNow() - began >= LOCK_WAIT_MS;
      const reading = await vault.read();
      if (isLate()) continue;
      if (!reading || signal.aborted) return { kind: 'signed-out' };
      const { record, session } = reading;
      const { pair } = session;
      if (pair.accessToken !== staleAccessToken) serverTime.follow(reading.offsetMs);
      const { earliest, latest } = serverTime.read(pair.clockOffsetMs);
      if (pair.accessToken !== staleAccessToken && !isExpired(pair.expiresAt, latest)) {
        return { kind: 'refreshed', session, warning: null };
      }
      // The same token as before the refusal: no other tab has stored a newer one.
      if (pair.refreshToken === null || pair.refreshToken === refused || hasEnded(pair, earliest)) {
        await vault.clear();
        return { kind: 'refused' };
      }
      const proof = isProofAsked || record?.offer?.takesProofs ? await device.prove(pair.refreshToken) : null;
      if (isLate() || signal.aborted) continue;
      const answer = await calls.refresh(pair.refreshToken, proof, signal);
      if (signal.aborted) return { kind: 'signed-out' };
      if (asksForProof(answer)) {
        // The time of the proof was wrong, and the answer has told the right one; or another tab has just registered the
        // key. A browser that has lost its key can never refresh this session.
        if (proof === null && isProofAsked) refused = pair.refreshToken;
        isProofAsked = true;
        continue;
      }
      if (isRefusal(answer)) {
        refused = pair.refreshToken;
        continue;
      }
      if (answer.kind !== 'ok') return { kind: 'unreachable', cause: answer };
      const next = serverTime.toPair(answer.value.tokens, answer.sentAt);
      const offer = device.readOffer(answer.said);
      const result = await vault.rotate(reading, next, () => !signal.aborted, offer);
      if (result.kind === 'stored') {
        device.register(answer.said, next.accessToken, signal);
        return { kind: 'refreshed', session: { pair: next, user: session.user }, warning: result.warning };
      }
    }
    return {
      kind: 'unreachable',
      cause: new Error('Other tabs replaced the tokens, or the server took no proof, each time'),
    };
  }

  return async (staleAccessToken, signal) => {
    try {
      return await withSessionLock(locks, clock, () => rotate(staleAccessToken, signal));
    } catch (cause) {
      return signal.aborted ? { kind: 'signed-out' } : { kind: 'unreachable', cause };
    }
  };
}

/** Our own API wants a proof of the device's key, or one of now. */
function asksForProof(answer: CallOutcome<unknown>): boolean {
  return answer.kind === 'answered' && answer.said?.ofKey === 'prove';
}

/** Only a 400 or 401 of our own API ends a session: JSON that says `success: false`. */
function isRefusal(answer: CallOutcome<unknown>): boolean {
  return answer.kind === 'answered' && answer.answer?.success === false && [400, 401].includes(answer.status);
}
