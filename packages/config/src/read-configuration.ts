import type { AppConfiguration } from './app-configuration.ts';
import { type ConfigurationValues, map, readValues } from './configuration-schema.ts';
import { ConfigurationError, MESSAGES } from './errors.ts';
import { createFeatureSwitch } from './features.ts';
import { type OwnKeys, readOwnKeys } from './own-keys.ts';

/** What the app says of its configuration, and what the page gives. */
interface ReadOptions {
  readonly keys: OwnKeys;
  readonly features: readonly string[] | undefined;
  readonly defaults: ConfigurationValues | undefined;
  readonly origin: string | undefined;
  readonly warn: (message: string) => void;
}

/**
 * Validates what the page set and fills in the defaults.
 * @throws ConfigurationError `not-found` when there is nothing, `invalid` when a value is missing or wrong.
 */
export function readConfiguration(
  source: unknown,
  { keys, features, defaults, origin, warn }: ReadOptions,
): AppConfiguration {
  if (source === undefined || source === null) throw new ConfigurationError('not-found', MESSAGES.notFound);
  const refuse = (message: string): never => {
    throw new ConfigurationError('invalid', message);
  };
  const given = map(source, (reason) => refuse(`The configuration ${reason}`));
  const values = { ...defaults, ...readValues(given, refuse) };
  if (!values.API_BASE_URL) throw new ConfigurationError('invalid', MESSAGES.apiBaseUrlRequired);

  const url = values.AXIOM_URL && resolveUrl('AXIOM_URL', values.AXIOM_URL, origin);
  const configuration = deepFreeze({
    apiBaseUrl: resolveUrl('API_BASE_URL', values.API_BASE_URL, origin),
    appName: values.APP_NAME ?? 'Scantix',
    appVersion: values.APP_VERSION ?? '1.0.0',
    axiom: {
      ...(values.AXIOM_TOKEN ? { token: values.AXIOM_TOKEN } : {}),
      dataset: values.AXIOM_DATASET ?? 'scantix-logs',
      ...(url ? { url } : {}),
      enabled: (values.AXIOM_ENABLED ?? true) && Boolean(values.AXIOM_TOKEN ?? url),
    },
    sentry: {
      ...(values.SENTRY_DSN ? { dsn: values.SENTRY_DSN } : {}),
      environment: values.SENTRY_ENVIRONMENT ?? 'production',
      release: values.SENTRY_RELEASE ?? '1.0.0',
    },
    offlineSessionGraceMs: values.OFFLINE_SESSION_GRACE_MS ?? 0,
    isFeatureEnabled: createFeatureSwitch(values.FEATURES ?? {}, features, warn),
  });
  // A flag's value, and what a schema returns, may be an object of the page, which is not ours to freeze.
  const featureFlags = Object.freeze({ ...values.FEATURE_FLAGS });
  return Object.freeze({ ...configuration, featureFlags, own: readOwnKeys(keys, given) });
}

/** `/` and other paths belong to the page's origin, so that one shipped file serves every host. */
function resolveUrl(key: string, value: string, origin: string | undefined): string {
  let url: URL;
  try {
    url = new URL(value, origin);
  } catch (cause) {
    throw new ConfigurationError('invalid', `${key} is not a URL`, { cause });
  }
  // Paths and parameters are appended to it. Of a bare `?` or `#` neither `search` nor `hash` tells.
  if (!/^https?:[^?#]+$/.test(url.href)) {
    throw new ConfigurationError('invalid', `${key} must be an http or https URL without a query or fragment`);
  }
  return url.href.replace(/\/+$/, '');
}

function deepFreeze<T extends object>(value: T): T {
  for (const inner of Object.values(value)) if (typeof inner === 'object' && inner !== null) deepFreeze(inner);
  return Object.freeze(value);
}
