import {
  DEFAULT_FLAGS,
  type DefaultFlagName,
  type FlagDefinition,
  type FlagDefinitions,
  type FlagValidator,
} from './flag-definitions.ts';

/** Gets the warnings. */
export interface FlagLog {
  warn(message: string): void;
}

/** The options of a set of flags. */
export interface FeatureFlagsOptions<Name extends string = DefaultFlagName> {
  /** The app's own flags; to keep the default ones, spread them in. @default DEFAULT_FLAGS */
  readonly flags?: FlagDefinitions<Name>;
  /** Raw values by flag name, from the runtime configuration. */
  readonly values: Readonly<Record<string, unknown>>;
  /** @default globalThis.console */
  readonly log?: FlagLog;
}

/** One flag, for a list in settings. */
export interface FlagDescription<Name extends string = DefaultFlagName> {
  readonly name: Name;
  readonly value: boolean;
  readonly default: boolean;
  /** Whether another value needs a reload of the page. */
  readonly requiresReload: boolean;
  readonly description: string;
}

/** The feature flags of an app, fixed for the life of the page. */
export interface FeatureFlags<Name extends string = DefaultFlagName> {
  /** Whether a flag is on. */
  readonly isEnabled: (name: Name) => boolean;
  /** Every flag with its value, for a read-only list. */
  readonly list: () => readonly FlagDescription<Name>[];
  /** Changes nothing and warns: flags come from the runtime configuration. */
  readonly set: (name: Name, value: boolean) => void;
  /** Changes nothing and warns: flags come from the runtime configuration. */
  readonly reset: (name?: Name) => void;
}

/**
 * Reads the flags once; an invalid value is rejected with a warning, and the default stays.
 *
 * @example
 * const flags = createFeatureFlags({
 *   flags: { COUNT_BINS: { description: 'Counts a bin by reading each item.' } },
 *   values: configuration.featureFlags,
 * });
 * flags.isEnabled('COUNT_BINS'); // false
 */
export function createFeatureFlags<const Name extends string = DefaultFlagName>({
  flags,
  values,
  log = globalThis.console,
}: FeatureFlagsOptions<Name>): FeatureFlags<Name> {
  const definitions: Readonly<Record<string, FlagDefinition>> = flags ?? DEFAULT_FLAGS;
  for (const name of Object.keys(values)) {
    if (!Object.hasOwn(definitions, name)) log.warn(`Feature flag ${name} is unknown and has no effect`);
  }

  const descriptions = Object.entries(definitions).map(([name, definition]): FlagDescription<Name> => {
    const { validate, description, requiresReload = false, default: otherwise = false } = definition;
    const given = Object.hasOwn(values, name) ? values[name] : undefined;
    const isValid = typeof given === 'boolean' && accepts(validate, given);
    if (given !== undefined && !isValid) {
      log.warn(`Feature flag ${name} has a value that is not valid: its default is used`);
    }
    const value = isValid ? given : otherwise;
    return Object.freeze({ name: name as Name, value, default: otherwise, requiresReload, description });
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

/** A validator that throws rejects the value: a flag is no reason for an app not to start. */
function accepts(validate: FlagValidator | undefined, value: boolean): boolean {
  try {
    return validate?.(value) ?? true;
  } catch {
    return false;
  }
}
