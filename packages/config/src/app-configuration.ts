/**
 * The runtime configuration, validated, with every default filled in. Frozen.
 * `Feature` has the names of the app's areas, `Own` the values of its own keys.
 */
export interface AppConfiguration<Feature extends string = string, Own extends object = object> {
  /** Where the API is: an absolute URL without a trailing slash. */
  readonly apiBaseUrl: string;
  /** @default 'Scantix' */
  readonly appName: string;
  /** @default '1.0.0' */
  readonly appVersion: string;
  readonly axiom: {
    /** An ingest-only token: every visitor of the page can read it. */
    readonly token?: string;
    /** @default 'scantix-logs' */
    readonly dataset: string;
    /** Absolute address in place of Axiom's own: another region, or a proxy that adds the token. */
    readonly url?: string;
    /** Whether events are sent: there is a token or a URL, and `AXIOM_ENABLED` is not false. */
    readonly enabled: boolean;
  };
  readonly sentry: {
    /** Absent: nothing is reported. */
    readonly dsn?: string;
    /** @default 'production' */
    readonly environment: string;
    /** @default '1.0.0' */
    readonly release: string;
  };
  /** How long, in milliseconds, a session whose refresh cannot reach the server stays signed in. @default 0 */
  readonly offlineSessionGraceMs: number;
  /** Raw flag values by name; `@scantix/feature-flags` validates them. */
  readonly featureFlags: Readonly<Record<string, unknown>>;
  /** Whether an area of the app is on: `FEATURES` does not have it as `false`. */
  readonly isFeatureEnabled: (feature: Feature) => boolean;
  /** The values of the app's own keys, by key, as their schemas return them. */
  readonly own: Readonly<Own>;
}
