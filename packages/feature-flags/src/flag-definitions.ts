/** Checks a configured value that is true or false; false or an error rejects it, and the flag has its default. */
export type FlagValidator = (value: boolean) => boolean;

/** What an app says of one of its flags. */
export interface FlagDefinition {
  /** What the flag does, in one sentence: lists in settings show it. */
  readonly description: string;
  /** The value without a configured one. @default false */
  readonly default?: boolean;
  /** Whether another value needs a reload of the page. @default false */
  readonly requiresReload?: boolean;
  /** A further check of the configured value. @default none */
  readonly validate?: FlagValidator;
}

/** An app's flags by name, in the order in which lists show them. */
export type FlagDefinitions<Name extends string> = Readonly<Record<Name, FlagDefinition>>;

/** The flags of an app that brings none of its own. */
export const DEFAULT_FLAGS = {
  USE_SECURE_COOKIE_AUTH: {
    description: 'Keeps the session in HTTP-only cookies instead of local storage.',
    requiresReload: true,
  },
  ENABLE_PERFORMANCE_METRICS: { description: 'Sends Web Vitals and scan timings to the analytics logger.' },
  ENABLE_NETWORK_SPEED_MONITORING: { description: 'Measures the round-trip time and says when the network is slow.' },
  ENABLE_MULTI_LANGUAGE: {
    description: "Offers languages in settings and follows the browser's on first start.",
    requiresReload: true,
  },
  ENABLE_ADVANCED_SCANNING: { description: 'Offers every symbology and batch processing.' },
  ENABLE_DEBUG_MODE: { description: 'Lets debug logs through and shows the log history in settings.' },
  SHOW_FEATURE_FLAGS_UI: { description: 'Shows this list in settings.' },
} as const satisfies Record<string, FlagDefinition>;

/** The name of one of the {@link DEFAULT_FLAGS}. */
export type DefaultFlagName = keyof typeof DEFAULT_FLAGS;
