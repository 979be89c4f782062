import type { I18n } from '@lingui/core';
import type { ApiErrorCode, ApiFailure } from '@scantix/api-contract';
import { translateText } from '@scantix/i18n';

const REFUSALS: Partial<Record<ApiErrorCode, string>> = {
  unauthenticated: /*i18n*/ 'Your session has ended: sign in again.',
  session_revoked: /*i18n*/ 'Your session has ended: sign in again.',
  forbidden: /*i18n*/ 'You are not allowed to do this.',
  not_found: /*i18n*/ 'The server no longer has this.',
  rate_limited: /*i18n*/ 'Too many requests: try again in a minute.',
  unavailable: /*i18n*/ 'The server is busy: try again in a minute.',
};

/** The translated reason why a call failed. */
export function failureWords(i18n: I18n, failure: ApiFailure): string {
  if (failure.kind === 'refused') {
    const known = REFUSALS[failure.code];
    return known ? i18n.t(known) : translateText(i18n, failure.message);
  }
  return failure.status === undefined
    ? i18n.t('The server cannot be reached.')
    : i18n.t('The server did not answer as it should.');
}
