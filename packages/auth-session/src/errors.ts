/** What an `AuthSessionError` can be about. */
export type AuthSessionErrorCode =
  /** The access token has expired and the server that renews it cannot be reached. */
  | 'unreachable'
  /** The browser refused to keep the tokens (quota, blocked storage). */
  | 'token-storage'
  /** The browser refused to keep the user (quota, blocked storage). */
  | 'user-storage';

/** The one error class of this package; `code` says what happened. */
export class AuthSessionError extends Error {
  override readonly name = 'AuthSessionError';
  readonly code: AuthSessionErrorCode;

  constructor(code: AuthSessionErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  /** Tells this package's errors from others, also across two copies of the package. */
  static isInstance(value: unknown): value is AuthSessionError {
    return value instanceof Error && value.name === 'AuthSessionError' && 'code' in value;
  }
}
