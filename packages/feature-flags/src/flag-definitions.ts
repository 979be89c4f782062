/** Checks a configured value; false rejects it, and the flag has its default. */
export type FlagValidator = (value: unknown) => boolean;

interface FlagDefinition {
  readonly default: boolean;
  readonly requiresReload: boolean;
  readonly description: string;
  readonly validate: FlagValidator;
}

const isBoolean: FlagValidator = (value) => typeof value === 'boolean';

function define(description: string, requiresReload = false): FlagDefinition {
  return { default: false, requiresReload, description, validate: isBoolean };
}

/** Every flag of the product, in the order in which lists show them. */
export const FLAG_DEFINITIONS = {
  USE_SECURE_COOKIE_AUTH: define('Keeps the session in HTTP-only cookies instead of local storage.', true),
  ENABLE_PERFORMANCE_METRICS: define('Sends Web Vitals and scan timings to the analytics logger.'),
  ENABLE_NETWORK_SPEED_MONITORING: define('Measures the round-trip time and says when the network is slow.'),
  ENABLE_MULTI_LANGUAGE: define("Offers languages in settings and follows the browser's on first start.", true),
  ENABLE_ADVANCED_SCANNING: define('Offers every symbology and batch processing.'),
  ENABLE_DEBUG_MODE: define('Lets debug logs through and shows the log history in settings.'),
  SHOW_FEATURE_FLAGS_UI: define('Shows this list in settings.'),
} as const satisfies Record<string, FlagDefinition>;

/** The name of one of the product's flags. */
export type FlagName = keyof typeof FLAG_DEFINITIONS;

/** Every flag's name, in the order in which lists show them. */
export const FLAG_NAMES: readonly FlagName[] = Object.keys(FLAG_DEFINITIONS) as FlagName[];
