/** Every reason for which the reader gives up, as a closed set. */
export type BarcodeReaderErrorCode =
  | 'aborted'
  | 'engine-unavailable'
  | 'invalid-frame'
  | 'invalid-image'
  | 'not-started'
  | 'stopped'
  | 'unknown-symbology'
  | 'worker-failed';

/** The one error of this package; `code` says what happened, `cause` what was caught. */
export class BarcodeReaderError extends Error {
  override readonly name = 'BarcodeReaderError';
  readonly code: BarcodeReaderErrorCode;

  constructor(code: BarcodeReaderErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }

  /** Whether `value` is an error of this package, also when it comes from another copy of it. */
  static isInstance(value: unknown): value is BarcodeReaderError {
    return value instanceof Error && value.name === 'BarcodeReaderError' && 'code' in value;
  }
}

/** Throws the typed error when `signal` is aborted already. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abortedError(signal);
}

/** What an aborted call is rejected with. */
export function abortedError(signal: AbortSignal): BarcodeReaderError {
  return new BarcodeReaderError('aborted', 'The read was aborted.', { cause: signal.reason });
}
