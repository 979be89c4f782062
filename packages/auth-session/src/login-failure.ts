import type { CallOutcome } from './auth-calls.ts';
import { MESSAGES } from './messages.ts';
import { NEW_PASSWORD } from './wire.ts';

/** Why a sign-in failed. */
export type LoginFailureCode =
  | 'invalid-credentials'
  /** The password is right and signs nobody in: `changePassword` replaces it. */
  | 'new-password-required'
  | 'rate-limited'
  /** The server refused for another reason; `message` is its own where it gives one. */
  | 'rejected'
  | 'server'
  | 'network'
  | 'timeout'
  | 'not-implemented'
  /** Another sign-in or a sign-out came in between. */
  | 'superseded'
  | 'unknown';

/** A failed sign-in: `message` is for the user. */
export interface LoginFailure {
  readonly ok: false;
  readonly code: LoginFailureCode;
  readonly message: string;
  /** Milliseconds until another attempt is worth making, when the server states it. */
  readonly retryAfterMs?: number;
}

const NETWORK: LoginFailure = { ok: false, code: 'network', message: MESSAGES.network };
const TIMEOUT: LoginFailure = { ok: false, code: 'timeout', message: MESSAGES.timeout };

/** The rows of the error catalogue, first match wins. */
const CATALOGUE: readonly (readonly [failure: LoginFailure, parts: readonly string[]])[] = [
  [
    { ok: false, code: 'invalid-credentials', message: MESSAGES.invalidCredentials },
    ['unauthorized', 'invalid credentials', 'authentication failed'],
  ],
  [NETWORK, ['network', 'fetch']],
  [TIMEOUT, ['timeout']],
  [{ ok: false, code: 'server', message: MESSAGES.server }, ['server error', '500']],
];

/**
 * The word of each reason phrase (RFC 9110, section 15, and RFC 6585) that a row of the catalogue matches; 500 is matched by
 * its number. HTTP/2 carries no phrases, so they cannot be read from the answer.
 */
const REASONS: Readonly<Record<number, string>> = {
  401: 'unauthorized',
  408: 'timeout',
  504: 'timeout',
  511: 'network',
};

/** The row of the catalogue that a text belongs to, by case-insensitive substring. */
function matchCatalogue(text: string): LoginFailure | undefined {
  const lower = text.toLowerCase();
  return CATALOGUE.find(([, parts]) => parts.some((part) => lower.includes(part)))?.[0];
}

/** What a failed sign-in call means to the user. */
export function toLoginFailure(outcome: Exclude<CallOutcome<unknown>, { kind: 'ok' }>): LoginFailure {
  switch (outcome.kind) {
    case 'timeout':
      return TIMEOUT;
    case 'network':
      // Without a row it is the network all the same: Safari says "Load failed".
      return matchThrown(outcome.cause) ?? NETWORK;
    case 'answered':
      return toAnsweredFailure(outcome);
  }
}

/** What an error means that the sign-in did not expect. */
export function toUnexpectedFailure(thrown: unknown): LoginFailure {
  return matchThrown(thrown) ?? { ok: false, code: 'unknown', message: MESSAGES.unknown };
}

function matchThrown(thrown: unknown): LoginFailure | undefined {
  return thrown instanceof Error ? matchCatalogue(thrown.message) : undefined;
}

/** The text that is matched is the message of a JSON body; without one, a refusal's status and reason phrase. */
function toAnsweredFailure({
  status,
  answer,
  signIn,
}: Extract<CallOutcome<unknown>, { kind: 'answered' }>): LoginFailure {
  const isOk = status < 300;
  const message = answer?.message ?? null;
  if (signIn === NEW_PASSWORD) {
    return { ok: false, code: 'new-password-required', message: message ?? MESSAGES.loginFailed };
  }
  const retry = answer && answer.retryAfterMs !== null ? { retryAfterMs: answer.retryAfterMs } : {};
  const row = matchCatalogue(message ?? `${status} ${REASONS[status]}`);
  if (row) return { ...row, ...retry };
  // A page in place of the answer, or a success without what was agreed.
  if (isOk && (answer === null || answer.success === true)) return NETWORK;
  const otherwise = isOk ? MESSAGES.authenticationFailed : MESSAGES.loginFailed;
  return { ok: false, code: codeFor(status), message: message ?? otherwise, ...retry };
}

function codeFor(status: number): LoginFailureCode {
  if (status === 401) return 'invalid-credentials';
  if (status === 429) return 'rate-limited';
  return status >= 500 ? 'server' : 'rejected';
}
