/** Returns the value with its secrets masked. It gets plain JSON values. If it throws, the value is left out. */
export type Scrub = (value: unknown) => unknown;

const UNREADABLE = 'unreadable';

/**
 * Copies a value as plain JSON data. A value that JSON cannot contain (a circle, a getter that throws) becomes a note, so
 * that one bad event does not lose its batch. What `scrub` returns is copied in the same way. A value that `scrub` throws at
 * becomes a note without the error's text.
 */
export function copyAsJson(value: unknown, scrub: Scrub | undefined): unknown {
  try {
    const plain = toPlain(value);
    return scrub ? toPlain(scrub(plain)) : plain;
  } catch {
    return { not_serializable: UNREADABLE };
  }
}

function toPlain(value: unknown): unknown {
  try {
    const text = JSON.stringify(value, (_key, inner: unknown) => {
      if (typeof inner === 'bigint') return inner.toString();
      return inner instanceof Error ? describeError(inner) : inner;
    });
    return text === undefined ? null : JSON.parse(text);
  } catch (error) {
    // What a getter throws may be anything.
    return { not_serializable: error instanceof Error ? error.message.split('\n', 1)[0] : UNREADABLE };
  }
}

/** The code and the cause tell apart errors of one message. JSON leaves out what is missing. */
function describeError(error: Error & { readonly code?: unknown }): Record<string, unknown> {
  const { name, code, message, cause } = error;
  return { name, code, message, cause };
}
