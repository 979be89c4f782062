/** Every way a call of the reader can fail, as a closed set. */
export type BarcodeReaderErrorCode =
  /** The caller's signal was aborted. */
  | 'aborted'
  /** No decoder that the `engine` option allows can be loaded, or the decoder stopped working. */
  | 'engine-unavailable'
  /** A frame of a video could not be posted to the worker or read. */
  | 'invalid-frame'
  /** The image is empty, broken, closed, detached or of another origin, or it is not an image. */
  | 'invalid-image'
  /** The reader was never started. */
  | 'not-started'
  /** The browser returns other pixels than those of the picture, as protection against fingerprinting does. */
  | 'pixels-altered'
  /** The reader was stopped before the call ended. */
  | 'stopped'
  /** A name that is not among `symbologies`. */
  | 'unknown-symbology'
  /** The worker could not be created, failed, or did not answer in time. */
  | 'worker-failed';

/** The only error of this package; `code` says what happened, `cause` holds what was caught. */
export class BarcodeReaderError extends Error {
  override readonly name = 'BarcodeReaderError';
  readonly code: BarcodeReaderErrorCode;

  constructor(code: BarcodeReaderErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }

  /** Whether `value` is an error of this package or of another copy of it. */
  static isInstance(value: unknown): value is BarcodeReaderError {
    return value instanceof Error && value.name === 'BarcodeReaderError' && 'code' in value;
  }
}

/** @throws BarcodeReaderError `aborted` when `signal` is aborted already */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abortedError(signal);
}

/** The error that an aborted call rejects with. */
export function abortedError(signal: AbortSignal): BarcodeReaderError {
  return new BarcodeReaderError('aborted', 'The read was aborted.', { cause: signal.reason });
}
