/** Why there is no configuration to work with. */
export type ConfigurationErrorCode =
  /** The page set no configuration object. */
  | 'not-found'
  /** The object is there, but a value in it is missing or wrong. */
  | 'invalid'
  /** `get()` came before `initialize()`. */
  | 'not-initialized';

/** The messages of the specification, to the letter. */
export const MESSAGES = {
  notFound: 'Configuration not found',
  apiBaseUrlRequired: 'API_BASE_URL is required in configuration',
  notInitialized: 'Configuration not initialized. Call initialize() first.',
} as const;

/** The one error of this package; its message is fit for the start-up failure page. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly code: ConfigurationErrorCode;

  constructor(code: ConfigurationErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
