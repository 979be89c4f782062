import { LedgerError, type LedgerErrorCode } from '../model/ledger-error.ts';

const CODES: Record<string, LedgerErrorCode> = {
  QuotaExceededError: 'quota',
  VersionError: 'outdated',
};

/** Converts a failure of IndexedDB or WebCrypto. */
export function toLedgerError(cause: unknown): LedgerError {
  if (LedgerError.isInstance(cause)) return cause;
  return new LedgerError(CODES[nameOf(cause)] ?? 'unavailable', cause);
}

/** For the `catch` of a promise. @throws LedgerError */
export function throwLedgerError(cause: unknown): never {
  throw toLedgerError(cause);
}

/** Whether the system closed the connection, as iOS does in the background: a new one may work. */
export function isConnectionLost(cause: unknown): boolean {
  return ['InvalidStateError', 'UnknownError', 'AbortError'].includes(nameOf(cause));
}

function nameOf(cause: unknown): string {
  return cause instanceof Error ? cause.name : '';
}
