/** Every reason for which the reader gives up, as a closed set. */
export type BarcodeReaderErrorCode =
  /** The caller's signal was aborted. */
  | 'aborted'
  /** None of the decoders that the `engine` option allows can be loaded, or it broke down at work. */
  | 'engine-unavailable'
  /** A frame of a video could not be handed over or read. */
  | 'invalid-frame'
  /** What was to be read is empty, broken, closed, detached, of another origin or no image. */
  | 'invalid-image'
  /** The reader was never started. */
  | 'not-started'
  /** The reader was stopped meanwhile. */
  | 'stopped'
  /** A name that is not among `symbologies`. */
  | 'unknown-symbology'
  /** The worker could not be made, died, or did not answer in time. */
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
