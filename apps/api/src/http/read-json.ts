import { ApiError } from './api-error.ts';
import { hasTooManyParts } from './has-too-many-parts.ts';

/** Bodies beyond this size count against `MAX_LARGE_BYTES`. */
const LARGE_BYTES = 256 * 1024;
/** What the large bodies of a process may have together: while it is parsed, JSON takes a multiple of its size. */
const MAX_LARGE_BYTES = 16 * 1024 * 1024;

/** A large body that takes longer gives its part back: otherwise a few slow ones keep everybody else's out. */
const LARGE_WITHIN_MS = 30_000;

let largeBytes = 0;

/**
 * Reads a request's body as JSON, at most `maxBytes`.
 * @throws ApiError `too_large`, `unavailable` while other large bodies are read or if a large one comes too slowly, or
 * `invalid_request` if it is not JSON in UTF-8, or a large one with more values than any call has
 *
 * @param largeWithinMs milliseconds from the moment that a body is large to its end
 */
export async function readJson(
  request: Request,
  { maxBytes, largeWithinMs = LARGE_WITHIN_MS }: { maxBytes: number; largeWithinMs?: number | undefined },
): Promise<unknown> {
  const contentType = request.headers.get('Content-Type') ?? '';
  if (!/^application\/json(\s*;|\s*$)/i.test(contentType)) {
    throw new ApiError('invalid_request', 'The body must be application/json');
  }
  const declaredBytes = Number(request.headers.get('Content-Length') ?? Number.NaN);
  if (declaredBytes <= Math.min(maxBytes, LARGE_BYTES)) return readSmallJson(request);
  const share = takeShare();
  const late = startLimit();
  try {
    const chunks: Uint8Array[] = [];
    const source = readChunks(request, { maxBytes });
    let isLate: Promise<never> | undefined;
    for (;;) {
      const next = await (isLate ? Promise.race([source.next(), isLate]) : source.next());
      if (next.done) break;
      share.add(next.value.length);
      chunks.push(next.value);
      isLate ??= share.isLarge() ? late.after(largeWithinMs) : undefined;
    }
    const body = Buffer.concat(chunks);
    // Otherwise a body stands in memory twice while it is parsed.
    chunks.length = 0;
    if (share.isLarge() && hasTooManyParts(body)) {
      throw new ApiError('invalid_request', 'The body has too many values');
    }
    return parseJson(body);
  } finally {
    share.giveBack();
    late.stop();
  }
}

/** Most bodies are one scan: one chunk, for which a stream would be made. */
async function readSmallJson(request: Request): Promise<unknown> {
  const body = await request.arrayBuffer().catch(() => {
    throw new ApiError('invalid_request', 'The body broke off');
  });
  return parseJson(body);
}

/** @throws ApiError `invalid_request` */
function parseJson(body: ArrayBuffer | Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw new ApiError('invalid_request', 'The body is not valid JSON');
  }
}

/** A limit of time. It ends only what waits for it. */
function startLimit() {
  let timer: NodeJS.Timeout | undefined;
  return {
    after(ms: number): Promise<never> {
      const late = Promise.withResolvers<never>();
      // The rest of the body is not read.
      const rest = { retryAfterMs: 1_000, headers: { Connection: 'close' } };
      timer = setTimeout(() => late.reject(new ApiError('unavailable', 'The body came too slowly', rest)), ms);
      return late.promise;
    },
    stop: () => clearTimeout(timer),
  };
}

/** What one body takes of the memory for large bodies. */
function takeShare() {
  let bytes = 0;
  return {
    /** @throws ApiError `unavailable` */
    add(length: number) {
      const before = Math.max(0, bytes - LARGE_BYTES);
      bytes += length;
      largeBytes += Math.max(0, bytes - LARGE_BYTES) - before;
      if (bytes > LARGE_BYTES && largeBytes > MAX_LARGE_BYTES) {
        // The rest of the body is not read.
        const headers = { Connection: 'close' };
        throw new ApiError('unavailable', 'Too many large requests at once', { retryAfterMs: 1_000, headers });
      }
    },
    isLarge: () => bytes > LARGE_BYTES,
    giveBack() {
      largeBytes -= Math.max(0, bytes - LARGE_BYTES);
    },
  };
}

/**
 * Reads a request's body in chunks, at most `maxBytes`.
 * @throws ApiError `too_large`, or `invalid_request` if the body is truncated
 */
export async function* readChunks(request: Request, { maxBytes }: { maxBytes: number }): AsyncGenerator<Uint8Array> {
  if (Number(request.headers.get('Content-Length') ?? 0) > maxBytes) throw tooLarge(maxBytes);
  let length = 0;
  try {
    for await (const chunk of request.body ?? []) {
      length += chunk.length;
      if (length > maxBytes) throw tooLarge(maxBytes);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError('invalid_request', 'The body broke off');
  }
}

function tooLarge(maxBytes: number): ApiError {
  return new ApiError('too_large', `The body is larger than ${maxBytes} bytes`);
}
