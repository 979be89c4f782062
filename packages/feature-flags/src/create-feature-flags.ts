import { FLAG_DEFINITIONS, FLAG_NAMES, type FlagName, type FlagValidator } from './flag-definitions.ts';

/** Gets the warnings. */
export interface FlagLog {
  warn(message: string): void;
}

/** The options of a set of flags. */
export interface FeatureFlagsOptions {
  /** Raw values by flag name, from the runtime configuration. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Further checks of a value that is true or false. @default none */
  readonly validators?: Readonly<Partial<Record<FlagName, FlagValidator>>>;
  /** @default globalThis.console */
  readonly log?: FlagLog;
}

/** One flag, for a list in settings. */
export interface FlagDescription {
  readonly name: FlagName;
  readonly value: boolean;
  readonly default: boolean;
  /** Whether another value needs a reload of the page. */
  readonly requiresReload: boolean;
  readonly description: string;
}

/** The product's feature flags, fixed for the life of the page. */
export interface FeatureFlags {
  /** Whether a flag is on. */
  isEnabled(name: FlagName): boolean;
  /** Every flag with its value, for a read-only list. */
  list(): readonly FlagDescription[];
  /** Changes nothing and warns: flags come from the runtime configuration. */
  set(name: FlagName, value: boolean): void;
  /** Changes nothing and warns: flags come from the runtime configuration. */
  reset(name?: FlagName): void;
}

/**
 * Reads the flags once; an invalid value is rejected with a warning, and the default stays.
 *
 * @example
 * const flags = createFeatureFlags({ values: configuration.featureFlags });
 * flags.isEnabled('ENABLE_DEBUG_MODE'); // false
 */
export function createFeatureFlags({
  values,
  validators = {},
  log = globalThis.console,
}: FeatureFlagsOptions): FeatureFlags {
  for (const name of Object.keys(values)) {
    if (!Object.hasOwn(FLAG_DEFINITIONS, name)) log.warn(`Feature flag ${name} is unknown and has no effect`);
  }

  const descriptions = FLAG_NAMES.map((name): FlagDescription => {
    const { validate, ...definition } = FLAG_DEFINITIONS[name];
    const given = Object.hasOwn(values, name) ? values[name] : undefined;
    const accepted = given === undefined || (validate(given) && (validators[name]?.(given) ?? true));
    if (!accepted) log.warn(`Feature flag ${name} has a value that is not valid: its default is used`);
    const value = accepted && typeof given === 'boolean' ? given : definition.default;
    return Object.freeze({ name, value, ...definition });
  });
  const enabled = new Set(descriptions.filter(({ value }) => value).map(({ name }) => name));
  Object.freeze(descriptions);

  const refuse = (what: string) =>
    log.warn(`${what} has no effect: feature flags are fixed at start-up by the runtime configuration`);
  return {
    isEnabled: (name) => enabled.has(name),
    list: () => descriptions,
    set: (name) => refuse(`Setting feature flag ${name}`),
    reset: (name) => refuse(name ? `Resetting feature flag ${name}` : 'Resetting the feature flags'),
  };
}
