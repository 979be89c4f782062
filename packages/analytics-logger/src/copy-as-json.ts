/** Returns the value with its secrets masked. It gets plain JSON values. */
export type Scrub = (value: unknown) => unknown;

/**
 * Copies a value as plain JSON data. A value that JSON cannot contain (a circle, a getter that throws) becomes a note, so
 * that one bad event does not lose its batch.
 */
export function copyAsJson(value: unknown, scrub: Scrub): unknown {
  try {
    const text = JSON.stringify(value, (_key, inner: unknown) => {
      if (typeof inner === 'bigint') return inner.toString();
      return inner instanceof Error ? { name: inner.name, message: inner.message } : inner;
    });
    return text === undefined ? null : scrub(JSON.parse(text));
  } catch (error) {
    return { not_serializable: error instanceof Error ? error.message.split('\n', 1)[0] : String(error) };
  }
}
