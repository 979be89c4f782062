/** Changes a text value or an object's entry before it is kept; what masks secrets goes here. */
export type Scrub = (value: unknown) => unknown;

/**
 * Copies a value as JSON would carry it. What JSON cannot carry (a circle, a getter that throws) becomes a note, so
 * that one bad event costs itself and not its batch.
 */
export function snapshot(value: unknown, scrub: Scrub): unknown {
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
