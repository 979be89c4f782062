import { ApiError } from '../http/api-error.ts';

/** The slowest body that is read to its end, in bytes a second: the slot is not for one that trickles. */
const LEAST_BYTES_A_SECOND = 1_024;

/**
 * The same chunks, while they come. Only the time that is spent waiting for the caller counts.
 *
 * @param idleMs milliseconds that may pass without a byte; what arrives adds to them
 * @throws ApiError `unavailable` with a delay, if they stop
 */
export async function* withoutStalls(chunks: AsyncIterable<Uint8Array>, idleMs = 20_000): AsyncGenerator<Uint8Array> {
  const source = chunks[Symbol.asyncIterator]();
  let left = idleMs;
  try {
    while (true) {
      const before = performance.now();
      const next = await within(source.next(), Math.min(left, idleMs));
      if (next.done) return;
      left += (next.value.length / LEAST_BYTES_A_SECOND) * 1_000 - (performance.now() - before);
      left = Math.min(left, 10 * idleMs);
      yield next.value;
    }
  } finally {
    // Not awaited: a caller that does not send does not end either.
    void source.return?.()?.catch(() => {});
  }
}

async function within<Value>(work: Promise<Value>, ms: number): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new ApiError('unavailable', 'The file stopped coming', { retryAfterMs: 1_000 })),
    Math.max(0, ms),
  );
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
