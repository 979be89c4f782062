import * as z from 'zod/mini';

/** UUIDv7, lower case (RFC 9562 section 5.7). */
export const uuid = z.string().check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/));

/** A UUID of any version, lower case: of what nobody but the server has made. */
export const anyUuid = z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/));

/** ISO 8601, UTC, milliseconds: `2026-11-21T09:41:07.123Z`. */
export const timestamp = z.string().check(
  z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
  // Only an existing day reads back as written. PostgreSQL has no year 0.
  z.refine((text) => {
    const date = new Date(text);
    return !Number.isNaN(date.getTime()) && date.getUTCFullYear() > 0 && date.toISOString() === text;
  }, 'not a date'),
);

/** A check for text that a text column can store: well-formed Unicode without U+0000. */
export const storableText = z.refine<string>(
  (text) => !text.includes('\u0000') && text.isWellFormed(),
  'U+0000 or not well-formed Unicode',
);

/** A short text with at most `maxLength` characters: a name, a login, a device id. */
export const label = (maxLength: number) => z.string().check(z.minLength(1), z.maxLength(maxLength), storableText);

/**
 * A value in an answer. One that a newer server has introduced is read as `otherwise`, so that it costs the answer only
 * what it means.
 */
export function answered<const Value extends string>(known: readonly Value[], otherwise: NoInfer<Value>) {
  const read = (text: string) => ((known as readonly string[]).includes(text) ? text : otherwise);
  // `known` is for the API's description.
  return Object.assign(z.string().check(z.overwrite(read)), { known }) as unknown as z.ZodMiniType<Value, string>;
}

/** A list of names in an answer. Those that the reader does not know are left out. */
export function answeredNames<const Name extends string>(known: readonly Name[]) {
  const read = (names: string[]) => names.filter((name) => (known as readonly string[]).includes(name));
  return z.array(z.string()).check(z.overwrite(read)) as unknown as z.ZodMiniType<Name[], string[]>;
}

/** The opaque position in a keyset-paged list. */
export const cursor = z.string().check(z.minLength(1), z.maxLength(512));
