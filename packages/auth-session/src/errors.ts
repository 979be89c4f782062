/** The codes of `AuthSessionError`. */
export type AuthSessionErrorCode =
  /** The access token has expired and the server that renews it cannot be reached. */
  'unreachable' | StorageFailureCode;

/** What the browser refused to store. */
export type StorageFailureCode =
  /** The browser refused to store the tokens (quota, blocked storage). */
  | 'token-storage'
  /** The browser refused to store the user (quota, blocked storage). */
  | 'user-storage';

/** What the browser refused to store, and the text for the user. */
export interface StorageWarning {
  readonly code: StorageFailureCode;
  readonly message: string;
}

/** The one error class of this package; `code` names what happened. */
export class AuthSessionError extends Error {
  override readonly name = 'AuthSessionError';
  readonly code: AuthSessionErrorCode;

  constructor(code: AuthSessionErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  /** Whether `value` is an error of this package, also of another copy of it. */
  static isInstance(value: unknown): value is AuthSessionError {
    return value instanceof Error && value.name === 'AuthSessionError' && 'code' in value;
  }
}
