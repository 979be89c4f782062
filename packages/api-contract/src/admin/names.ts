import * as z from 'zod/mini';
import { storableText } from '../primitives.ts';

/** Line breaks and other control characters, and those that turn the direction of the text around them. */
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
/** An id, and dots that a URL resolves as a segment of its path, escaped too. */
const NO_NAME = /^(\.\.?|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/**
 * A name that people give, in Unicode's form NFC and without spaces around it. It is no id, and neither `.` nor `..`, since
 * calls take a name where they take an id, and in their path.
 */
export const givenName = (maxLength: number) =>
  z.string().check(
    z.normalize('NFC'),
    z.trim(),
    z.minLength(1),
    z.maxLength(maxLength),
    storableText,
    z.refine((text) => !UNPRINTABLE.test(text), 'a control character'),
    z.refine((text) => !NO_NAME.test(text), 'an id or dots'),
  );

/** The id of a thing or its name. */
export const idOrName = z.string().check(z.normalize('NFC'), z.trim(), z.minLength(1), z.maxLength(200), storableText);
