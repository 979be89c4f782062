import * as z from 'zod/mini';

/** An operator blanks a value to say that there is none. */
const text = z.optional(
  z.pipe(
    z.string('must be text'),
    z.transform((value: string) => value.trim() || undefined),
  ),
);

/** What an operator may write into `window.SCANTIX_CONFIG`; keys that are not named here are left alone. */
export const configurationSchema = z.object({
  API_BASE_URL: text,
  APP_NAME: text,
  APP_VERSION: text,
  AXIOM_ENABLED: z.optional(z.boolean('must be true or false')),
  AXIOM_TOKEN: text,
  AXIOM_DATASET: text,
  AXIOM_URL: text,
  SENTRY_DSN: text,
  SENTRY_ENVIRONMENT: text,
  SENTRY_RELEASE: text,
  OFFLINE_SESSION_GRACE_MS: z.optional(
    z.number('must be a number of milliseconds').check(z.nonnegative('must not be negative')),
  ),
  FEATURE_FLAGS: z.optional(z.record(z.string(), z.unknown(), 'must be an object')),
  FEATURES: z.optional(z.record(z.string(), z.boolean('must be true or false'), 'must be an object')),
});
