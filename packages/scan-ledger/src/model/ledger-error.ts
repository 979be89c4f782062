/** Every way in which the ledger refuses. */
export const LEDGER_ERROR_CODES = [
  /** The device has no room left for the scan. */
  'quota',
  /** Another tab of this device holds an older version of the database open. */
  'blocked',
  /** A newer version of the app has opened the database: this page has to be reloaded. */
  'outdated',
  /** The browser gives no storage, took it away, or did not answer in time. */
  'unavailable',
  /** The browser deleted the database while the page was open: what waited in it is gone. */
  'evicted',
  /** The scan breaks the contract: no barcode, too long, an unknown symbology. */
  'invalid',
  /** Nobody is signed in, so nobody can claim the scan. */
  'signed-out',
  /** No scan of that id is kept on this device. */
  'unknown-scan',
] as const;

export type LedgerErrorCode = (typeof LEDGER_ERROR_CODES)[number];

/** What a person is told; none of them holds a barcode. */
const MESSAGES: Record<LedgerErrorCode, string> = {
  quota: 'This device has no room left: the scan was not recorded.',
  blocked: 'Another tab holds the scan storage. Close the other tabs of Scantix.',
  outdated: 'A newer version of Scantix is open on this device. Reload this page.',
  unavailable:
    'The scan storage of this browser does not answer: nothing can be recorded. Private windows may have none.',
  evicted: 'The browser deleted the scans of this device, also those not yet sent. Reload this page to go on.',
  invalid: 'This code cannot be recorded.',
  'signed-out': 'Nobody is signed in.',
  'unknown-scan': 'No such scan on this device.',
};

/** The one error of this package: what it says could not be done was not done. */
export class LedgerError extends Error {
  override readonly name = 'LedgerError';
  readonly code: LedgerErrorCode;

  constructor(code: LedgerErrorCode, cause?: unknown) {
    super(MESSAGES[code], cause === undefined ? undefined : { cause });
    this.code = code;
  }

  /** Whether a caught value is a LedgerError, also one of another copy of this package. */
  static isInstance(value: unknown): value is LedgerError {
    return value instanceof Error && value.name === 'LedgerError' && 'code' in value;
  }
}
