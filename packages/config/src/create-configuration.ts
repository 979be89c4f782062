import type { AppConfiguration } from './app-configuration.ts';
import { ConfigurationError, MESSAGES } from './errors.ts';
import { readConfiguration } from './read-configuration.ts';

/** The options of a configuration. */
export interface ConfigurationOptions {
  /** Returns the raw configuration object. @default () => globalThis.SCANTIX_CONFIG */
  readonly read?: () => unknown;
  /** The origin that relative URLs belong to. @default globalThis.location.origin */
  readonly origin?: string;
}

/** The runtime configuration, read and validated once. */
export interface Configuration {
  /**
   * Reads and validates the configuration; later calls return the same object.
   * @throws ConfigurationError `not-found` or `invalid`.
   */
  initialize(): AppConfiguration;
  /**
   * The configuration that `initialize` returned.
   * @throws ConfigurationError `not-initialized` before that.
   */
  get(): AppConfiguration;
}

/**
 * Creates the runtime configuration; nothing is read until `initialize()`.
 *
 * @example
 * const configuration = createConfiguration();
 * const { apiBaseUrl } = configuration.initialize();
 */
export function createConfiguration(options: ConfigurationOptions = {}): Configuration {
  const read = options.read ?? (() => (globalThis as { SCANTIX_CONFIG?: unknown }).SCANTIX_CONFIG);
  let current: AppConfiguration | undefined;
  return {
    initialize() {
      current ??= readConfiguration(read(), options.origin ?? globalThis.location?.origin);
      return current;
    },
    get() {
      if (!current) throw new ConfigurationError('not-initialized', MESSAGES.notInitialized);
      return current;
    },
  };
}
