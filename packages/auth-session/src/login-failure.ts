import type { CallOutcome } from './auth-calls.ts';
import { MESSAGES } from './messages.ts';

/** Why a sign-in failed. */
export type LoginFailureCode =
  | 'invalid-credentials'
  | 'rate-limited'
  /** The server refused for another reason; `message` is its own. */
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

/** The rows of the error catalogue (section 8), first match wins. */
const CATALOGUE: readonly (readonly [code: LoginFailureCode, message: string, parts: readonly string[]])[] = [
  [
    'invalid-credentials',
    MESSAGES.invalidCredentials,
    ['unauthorized', 'invalid credentials', 'authentication failed'],
  ],
  ['network', MESSAGES.network, ['network', 'fetch']],
  ['timeout', MESSAGES.timeout, ['timeout']],
  ['server', MESSAGES.server, ['server error', '500']],
];

/** Chooses the user's message by case-insensitive substring of `text`; without a match `text` itself is shown. */
export function chooseLoginMessage(text: string): { code: LoginFailureCode | null; message: string } {
  const lower = text.toLowerCase();
  const row = CATALOGUE.find(([, , parts]) => parts.some((part) => lower.includes(part)));
  return row ? { code: row[0], message: row[1] } : { code: null, message: text };
}

/** What a failed sign-in call means to the user. */
export function toLoginFailure(outcome: Exclude<CallOutcome<unknown>, { kind: 'ok' }>): LoginFailure {
  switch (outcome.kind) {
    case 'network':
      return { ok: false, code: 'network', message: MESSAGES.network };
    case 'timeout':
      return { ok: false, code: 'timeout', message: MESSAGES.timeout };
    case 'foreign':
      // A gateway's 5xx is a server failure; any other page in place of our answer is a network failure.
      return outcome.status >= 500
        ? { ok: false, code: 'server', message: MESSAGES.server }
        : { ok: false, code: 'network', message: MESSAGES.network };
    case 'rejected':
      return toRejection(outcome);
  }
}

function toRejection(rejected: Extract<CallOutcome<unknown>, { kind: 'rejected' }>): LoginFailure {
  const retry = rejected.retryAfterMs === null ? {} : { retryAfterMs: rejected.retryAfterMs };
  if (rejected.message === '') {
    const isAnswered = rejected.status >= 200 && rejected.status <= 299;
    const message = isAnswered ? MESSAGES.authenticationFailed : MESSAGES.loginFailed;
    return { ok: false, code: codeFor(rejected.status), message, ...retry };
  }
  const { code, message } = chooseLoginMessage(rejected.message);
  return { ok: false, code: code ?? codeFor(rejected.status), message, ...retry };
}

function codeFor(status: number): LoginFailureCode {
  if (status === 401) return 'invalid-credentials';
  if (status === 429) return 'rate-limited';
  return status >= 500 ? 'server' : 'rejected';
}
