import * as z from 'zod/mini';

/** UUIDv7, lower case (RFC 9562 section 5.7). */
export const uuid = z.string().check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/));

/** ISO 8601, UTC, milliseconds: `2026-11-21T09:41:07.123Z`. */
export const timestamp = z.string().check(
  z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
  z.refine((text) => !Number.isNaN(Date.parse(text)), 'not a date'),
);

/** A short label that people gave: a name, a login, a device id. */
export const label = (maxLength: number) => z.string().check(z.minLength(1), z.maxLength(maxLength));

/** The page size and the opaque position of a keyset-paged list. */
export const cursor = z.string().check(z.minLength(1), z.maxLength(512));
