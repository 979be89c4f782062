import type { AppConfiguration } from './app-configuration.ts';
import type { ConfigurationValues } from './configuration-schema.ts';
import { ConfigurationError, MESSAGES } from './errors.ts';
import type { OwnKeys, OwnValues } from './own-keys.ts';
import { readConfiguration } from './read-configuration.ts';

/** Gets the warnings. */
export interface ConfigurationLog {
  warn(message: string): void;
}

/** The options of a configuration. */
export interface ConfigurationOptions<Feature extends string = string, Keys extends OwnKeys = OwnKeys> {
  /** The app's own keys, each with the schema that reads it; their values are `own`. @default none */
  readonly keys?: Keys;
  /** The areas that `FEATURES` switches; a name that is not among them is a warning. @default any name */
  readonly features?: readonly Feature[];
  /** The app's values for keys that the page leaves out, such as its `APP_NAME`. @default those of the README */
  readonly defaults?: ConfigurationValues;
  /** Returns the raw configuration object. @default () => globalThis.SCANTIX_CONFIG */
  readonly read?: () => unknown;
  /** The origin that relative URLs belong to. @default globalThis.location.origin */
  readonly origin?: string;
  /** Gets a warning for each key of `FEATURES` that is none of `features`. @default globalThis.console */
  readonly log?: ConfigurationLog;
}

/** The runtime configuration, read and validated once. */
export interface Configuration<Feature extends string = string, Own extends object = object> {
  /**
   * Reads and validates the configuration; later calls return the same object.
   * @throws ConfigurationError `not-found` or `invalid`.
   */
  initialize(): AppConfiguration<Feature, Own>;
  /**
   * The configuration that `initialize` returned.
   * @throws ConfigurationError `not-initialized` before that.
   */
  get(): AppConfiguration<Feature, Own>;
}

/**
 * Creates the runtime configuration; nothing is read until `initialize()`.
 *
 * @example
 * const configuration = createConfiguration({ keys: { PRINTER_URL: z.url() }, features: ['labels'] });
 * const { apiBaseUrl, own, isFeatureEnabled } = configuration.initialize();
 * if (isFeatureEnabled('labels')) openPrinter(own.PRINTER_URL);
 */
export function createConfiguration<const Feature extends string = string, Keys extends OwnKeys = Record<never, never>>(
  options?: ConfigurationOptions<Feature, Keys>,
): Configuration<Feature, OwnValues<Keys>>;
export function createConfiguration(options: ConfigurationOptions = {}): Configuration {
  const read = options.read ?? (() => (globalThis as { SCANTIX_CONFIG?: unknown }).SCANTIX_CONFIG);
  const { keys = {}, features, defaults, log = globalThis.console } = options;
  let current: AppConfiguration | undefined;
  return {
    initialize() {
      current ??= readConfiguration(read(), {
        keys,
        features,
        defaults,
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
