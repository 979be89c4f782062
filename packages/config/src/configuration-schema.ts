/** Reads one value, or refuses it with a reason; the message is the value's name followed by the reason. */
type Reader<T> = (value: unknown, refuse: (reason: string, within?: string) => never) => T;

/** `null` and a blank text count as absent. */
const text: Reader<string | undefined> = (value, refuse) => {
  const given = value ?? '';
  return typeof given === 'string' ? given.trim() || undefined : refuse('must be text');
};

const yesOrNo: Reader<boolean> = (value, refuse) =>
  typeof value === 'boolean' ? value : refuse('must be true or false');

const milliseconds: Reader<number> = (value, refuse) => {
  const number = Number.isFinite(value) ? (value as number) : refuse('must be a number of milliseconds');
  return number < 0 ? refuse('must not be negative') : number;
};

/** Copies an object. */
export const map: Reader<Record<string, unknown>> = (value, refuse) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? { ...(value as Record<string, unknown>) }
    : refuse('must be an object');

const yesOrNoMap: Reader<Record<string, boolean>> = (value, refuse) => {
  const entries = Object.entries(map(value, refuse));
  return Object.fromEntries(entries.map(([key, entry]) => [key, yesOrNo(entry, (reason) => refuse(reason, key))]));
};

/** The keys of `window.SCANTIX_CONFIG`; other keys are ignored. */
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

/** Values of the page's object, by key. */
export type ConfigurationValues = {
  readonly [Key in keyof typeof SCHEMA]?: NonNullable<ReturnType<(typeof SCHEMA)[Key]>>;
};

/**
 * Reads every value that the page set. The table replaces a validation library, which would be most of the bytes of this
 * package.
 *
 * @param refuse gets what is wrong, without the value: it may be a token.
 */
export function readValues(
  given: Readonly<Record<string, unknown>>,
  refuse: (message: string) => never,
): ConfigurationValues {
  const values: Record<string, unknown> = {};
  for (const [key, read] of Object.entries(SCHEMA)) {
    if (given[key] === undefined) continue;
    const value = read(given[key], (reason, within) =>
      refuse(`${within === undefined ? key : `${key}.${within}`} ${reason}`),
    );
    if (value !== undefined) values[key] = value;
  }
  return values;
}
