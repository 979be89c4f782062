/** Reads one value, or refuses it: the words follow the value's name in the message. */
type Reader<T> = (value: unknown, refuse: (words: string, within?: string) => never) => T;

/** An operator blanks a value to say that there is none. */
const text: Reader<string | undefined> = (value, refuse) =>
  typeof value === 'string' ? value.trim() || undefined : refuse('must be text');

const yesOrNo: Reader<boolean> = (value, refuse) =>
  typeof value === 'boolean' ? value : refuse('must be true or false');

const milliseconds: Reader<number> = (value, refuse) => {
  if (typeof value !== 'number' || !Number.isFinite(value)) return refuse('must be a number of milliseconds');
  return value < 0 ? refuse('must not be negative') : value;
};

const map: Reader<Record<string, unknown>> = (value, refuse) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { ...(value as Record<string, unknown>) }
    : refuse('must be an object');

const yesOrNoMap: Reader<Record<string, boolean>> = (value, refuse) => {
  const entries = Object.entries(map(value, refuse));
  return Object.fromEntries(entries.map(([key, entry]) => [key, yesOrNo(entry, (words) => refuse(words, key))]));
};

/** What an operator may write into `window.SCANTIX_CONFIG`; keys that are not named here are left alone. */
const SCHEMA = {
  API_BASE_URL: text,
  APP_NAME: text,
  APP_VERSION: text,
  AXIOM_ENABLED: yesOrNo,
  AXIOM_TOKEN: text,
  AXIOM_DATASET: text,
  AXIOM_URL: text,
  SENTRY_DSN: text,
  SENTRY_ENVIRONMENT: text,
  SENTRY_RELEASE: text,
  OFFLINE_SESSION_GRACE_MS: milliseconds,
  FEATURE_FLAGS: map,
  FEATURES: yesOrNoMap,
};

export type ConfigurationValues = { readonly [Key in keyof typeof SCHEMA]?: ReturnType<(typeof SCHEMA)[Key]> };

/**
 * Reads every value that the page set. A table of its own: a validation library would be most of what this package
 * costs the first page.
 *
 * @param refuse is told what is wrong, never the value: it may be a token.
 */
export function readValues(source: unknown, refuse: (message: string) => never): ConfigurationValues {
  const given = map(source, (words) => refuse(`SCANTIX_CONFIG ${words}`));
  const present = Object.entries(SCHEMA).filter(([key]) => given[key] !== undefined);
  return Object.fromEntries(
    present.map(([key, read]) => [
      key,
      read(given[key], (words, within) => refuse(`${within === undefined ? key : `${key}.${within}`} ${words}`)),
    ]),
  );
}
