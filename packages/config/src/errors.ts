/** Why there is no configuration. */
export type ConfigurationErrorCode =
  /** The page set no configuration object. */
  | 'not-found'
  /** A value in the object is missing or wrong. */
  | 'invalid'
  /** `get()` was called before `initialize()`. */
  | 'not-initialized';

/** The messages, to the letter. */
export const MESSAGES = {
  notFound: 'Configuration not found',
  apiBaseUrlRequired: 'API_BASE_URL is required in configuration',
  notInitialized: 'Configuration not initialized. Call initialize() first.',
} as const;

/** The one error of this package; the start-up failure page shows its message. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly code: ConfigurationErrorCode;

  constructor(code: ConfigurationErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
