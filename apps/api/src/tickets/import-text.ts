import { ApiError } from '../http/api-error.ts';

/** The first bytes of files that are no text, and what to do about it. */
const REFUSED: readonly (readonly [start: readonly number[], what: string])[] = [
  [[0x50, 0x4b, 0x03, 0x04], 'This is an Excel workbook or a zip file: save it as "CSV UTF-8"'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'This is an old Excel workbook: save it as "CSV UTF-8"'],
  [[0x1f, 0x8b], 'This is compressed with gzip: unpack it first'],
  [[0x25, 0x50, 0x44, 0x46], 'This is a PDF: export the tickets as CSV'],
  [[0xff, 0xfe, 0x00, 0x00], 'This is UTF-32: save it as UTF-8'],
  [[0x00, 0x00, 0xfe, 0xff], 'This is UTF-32: save it as UTF-8'],
];

const ENCODINGS: readonly (readonly [mark: readonly number[], encoding: string])[] = [
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/**
 * The same text in UTF-8, without a byte order mark. Without a mark it is UTF-8: other encodings cannot be told apart, and
 * guessing would change names.
 * @throws ApiError `invalid_request` if it is no text, or UTF-16 without a mark
 */
export async function* readText(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head: Uint8Array = new Uint8Array();
  let decoder: TextDecoder | undefined;
  let isKnown = false;
  const encoder = new TextEncoder();
  const begin = (): Uint8Array => {
    isKnown = true;
    const refused = REFUSED.find(([start]) => startsWith(head, start));
    if (refused) throw new ApiError('invalid_request', refused[1]);
    const marked = ENCODINGS.find(([mark]) => startsWith(head, mark));
    if (marked) decoder = new TextDecoder(marked[1]);
    else if (head.subarray(0, 4).includes(0))
      throw new ApiError('invalid_request', 'This is UTF-16 without a byte order mark, or no text: save it as UTF-8');
    if (decoder) return encoder.encode(decoder.decode(head, { stream: true }));
    return startsWith(head, [0xef, 0xbb, 0xbf]) ? head.subarray(3) : head;
  };
  for await (const chunk of chunks) {
    if (isKnown) {
      yield decoder ? encoder.encode(decoder.decode(chunk, { stream: true })) : chunk;
      continue;
    }
    head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
    if (head.length >= 4) yield begin();
  }
  if (!isKnown && head.length > 0) yield begin();
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return bytes.length >= start.length && start.every((byte, at) => bytes[at] === byte);
}
