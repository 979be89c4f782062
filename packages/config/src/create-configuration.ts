import type { AppConfiguration } from './app-configuration.ts';
import { ConfigurationError, MESSAGES } from './errors.ts';
import { readConfiguration } from './read-configuration.ts';

/** Gets the warnings. */
export interface ConfigurationLog {
  warn(message: string): void;
}

/** The options of a configuration. */
export interface ConfigurationOptions {
  /** Returns the raw configuration object. @default () => globalThis.SCANTIX_CONFIG */
  readonly read?: () => unknown;
  /** The origin that relative URLs belong to. @default globalThis.location.origin */
  readonly origin?: string;
  /** Gets a warning for each key of `FEATURES` that is unknown. @default globalThis.console */
  readonly log?: ConfigurationLog;
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
  const { log = globalThis.console } = options;
  let current: AppConfiguration | undefined;
  return {
    initialize() {
      current ??= readConfiguration(read(), {
        origin: options.origin ?? globalThis.location?.origin,
        warn: (message) => log.warn(message),
      });
      return current;
    },
    get() {
      if (!current) throw new ConfigurationError('not-initialized', MESSAGES.notInitialized);
      return current;
    },
  };
}
