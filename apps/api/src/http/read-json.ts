import { ApiError } from './api-error.ts';

/**
 * Reads a request's body as JSON, at most `maxBytes`.
 * @throws ApiError `too_large`, or `invalid_request` if it is not JSON in UTF-8
 */
export async function readJson(request: Request, { maxBytes }: { maxBytes: number }): Promise<unknown> {
  const contentType = request.headers.get('Content-Type') ?? '';
  if (!/^application\/json(\s*;|\s*$)/i.test(contentType)) {
    throw new ApiError('invalid_request', 'The body must be application/json');
  }
  const bytes = await readBytes(request, maxBytes);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new ApiError('invalid_request', 'The body is not valid JSON');
  }
}

async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of readChunks(request, { maxBytes })) chunks.push(chunk);
  return Buffer.concat(chunks);
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
