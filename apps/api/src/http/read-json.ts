import { ApiError } from './api-error.ts';

/**
 * Reads a request's body as JSON, never more than `maxBytes` of it.
 * @throws ApiError `too_large`, or `invalid_request` where it is no JSON in UTF-8
 */
export async function readJson(request: Request, { maxBytes }: { maxBytes: number }): Promise<unknown> {
  const contentType = request.headers.get('Content-Type') ?? '';
  if (!/^application\/json(\s*;|\s*$)/i.test(contentType)) {
    throw new ApiError('invalid_request', 'The body must be application/json');
  }
  if (Number(request.headers.get('Content-Length') ?? 0) > maxBytes) throw tooLarge(maxBytes);
  const bytes = await readBytes(request, maxBytes);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new ApiError('invalid_request', 'The body is not valid JSON');
  }
}

async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of request.body ?? []) {
      length += chunk.length;
      if (length > maxBytes) throw tooLarge(maxBytes);
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError('invalid_request', 'The body broke off');
  }
  return Buffer.concat(chunks);
}

function tooLarge(maxBytes: number): ApiError {
  return new ApiError('too_large', `The body is larger than ${maxBytes} bytes`);
}
