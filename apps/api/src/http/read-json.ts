import { ApiError } from './api-error.ts';

/** Bodies beyond this size count against `MAX_LARGE_BYTES`. */
const LARGE_BYTES = 256 * 1024;
/** What the large bodies of a process may have together: while it is parsed, JSON takes a multiple of its size. */
const MAX_LARGE_BYTES = 16 * 1024 * 1024;

let largeBytes = 0;

/**
 * Reads a request's body as JSON, at most `maxBytes`.
 * @throws ApiError `too_large`, `unavailable` while other large bodies are read, or `invalid_request` if it is not JSON in
 * UTF-8
 */
export async function readJson(request: Request, { maxBytes }: { maxBytes: number }): Promise<unknown> {
  const contentType = request.headers.get('Content-Type') ?? '';
  if (!/^application\/json(\s*;|\s*$)/i.test(contentType)) {
    throw new ApiError('invalid_request', 'The body must be application/json');
  }
  const share = takeShare();
  try {
    const chunks: Uint8Array[] = [];
    for await (const chunk of readChunks(request, { maxBytes })) {
      share.add(chunk.length);
      chunks.push(chunk);
    }
    const body = Buffer.concat(chunks);
    // Otherwise a body stands in memory twice while it is parsed.
    chunks.length = 0;
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError('invalid_request', 'The body is not valid JSON');
  } finally {
    share.giveBack();
  }
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
