/** The codes of LedgerError. */
export const LEDGER_ERROR_CODES = [
  /** The device has no storage left for the scan. */
  'quota',
  /** Another tab of this device holds an older version of the database open. */
  'blocked',
  /** A newer version of the app has opened the database: this page must be reloaded. */
  'outdated',
  /** The browser provides no storage, closed it, or did not answer in time. */
  'unavailable',
  /** The browser deleted the database while the page was open, with all unsent scans. */
  'evicted',
  /** The scan breaks the contract: no barcode, too long, an unknown symbology. */
  'invalid',
  /** Nobody is signed in to claim the scan. */
  'signed-out',
  /** No scan of that id is on this device. */
  'unknown-scan',
] as const;

/** Why the ledger refused. */
export type LedgerErrorCode = (typeof LEDGER_ERROR_CODES)[number];

/** Messages for a person; none contains a barcode. */
const MESSAGES: Record<LedgerErrorCode, string> = {
  quota: 'This device has no room left: the scan was not recorded.',
  blocked: 'Another tab holds the scan storage. Close the other tabs.',
  outdated: 'A newer version of this app is open on this device. Reload this page.',
  unavailable:
    'The scan storage of this browser does not answer: nothing can be recorded. Private windows may have none.',
  evicted: 'The browser deleted the scans of this device, also those not yet sent. Reload this page to go on.',
  invalid: 'This code cannot be recorded.',
  'signed-out': 'Nobody is signed in.',
  'unknown-scan': 'No such scan on this device.',
};

/** The error of this package: an operation that throws it has changed nothing. */
export class LedgerError extends Error {
  override readonly name = 'LedgerError';
  readonly code: LedgerErrorCode;

  constructor(code: LedgerErrorCode, cause?: unknown) {
    super(MESSAGES[code], cause === undefined ? undefined : { cause });
    this.code = code;
  }

  /** Whether a caught value is a LedgerError, including one of another copy of this package. */
  static isInstance(value: unknown): value is LedgerError {
    return value instanceof Error && value.name === 'LedgerError' && 'code' in value;
  }
}
