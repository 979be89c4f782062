/** Why events were not accepted. */
export type AnalyticsErrorCode =
  /** 429: too many requests. */
  | 'rate-limited'
  /** 401: the token is not accepted. */
  | 'forbidden'
  /** Another status of 400 or above. */
  | 'rejected'
  /** Nothing answered, or not in time. */
  | 'unreachable'
  /** The client's code could not be loaded. */
  | 'not-loaded';

/** The messages, which dashboards search for to the letter. */
export const MESSAGES = {
  initializationFailed: 'Failed to initialize Axiom',
  flushFailed: 'Failed to flush events',
} as const;

/** The one error of this package. It is logged and never thrown to the app. */
export class AnalyticsError extends Error {
  override readonly name = 'AnalyticsError';
  readonly code: AnalyticsErrorCode;
  /** The end of the rate limit, epoch milliseconds; with `rate-limited` only. */
  readonly retryAt: number | undefined;

  constructor(code: AnalyticsErrorCode, message: string, options: ErrorOptions & { retryAt?: number } = {}) {
    super(message, options);
    this.code = code;
    this.retryAt = options.retryAt;
  }
}
