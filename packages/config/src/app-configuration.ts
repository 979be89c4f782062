/** The runtime configuration, validated, with every default filled in. Frozen. */
export interface AppConfiguration {
  /** Where the API is: an absolute URL without a trailing slash. */
  readonly apiBaseUrl: string;
  /** @default 'Scantix' */
  readonly appName: string;
  /** @default '1.0.0' */
  readonly appVersion: string;
  readonly axiom: {
    /** An ingest-only token: whoever opens the page can read it. */
    readonly token?: string;
    /** @default 'scantix-logs' */
    readonly dataset: string;
    /** Where events go instead of Axiom itself, absolute: another region or a proxy that keeps the token. */
    readonly url?: string;
    /** Whether events are sent at all: there is a token or a URL, and `AXIOM_ENABLED` is not false. */
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
  /** Raw flag values by name; `@scantix/feature-flags` judges them. */
  readonly featureFlags: Readonly<Record<string, unknown>>;
  /** Whether a feature of the `FEATURES` map is on; a key that the map lacks is. */
  isFeatureEnabled(key: string): boolean;
}
