/** A line of a file. Its bytes are Latin-1 characters, so that invalid UTF-8 is a problem of one row. */
export interface Line {
  /** Counted from 1. */
  readonly number: number;
  /** Without the line end; `null`: longer than allowed. */
  readonly text: string | null;
  readonly end: '\r\n' | '\n' | '\r' | '';
}

/** A CR at the end of a chunk may be half of a line end. */
const LINE_END = /\r\n|\n|\r(?!$)/g;

/** Splits a stream of bytes into lines. Memory holds a chunk and the longest allowed line. */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  { maxLength }: { maxLength: number },
): AsyncGenerator<Line> {
  let number = 0;
  let rest = '';
  let tooLong = false;
  const take = (text: string, end: Line['end']): Line => {
    const line = { number: ++number, text: tooLong || text.length > maxLength ? null : text, end };
    rest = '';
    tooLong = false;
    return line;
  };
  for await (const chunk of chunks) {
    const text = rest + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString('latin1');
    let start = 0;
    for (const { 0: end, index } of text.matchAll(LINE_END)) {
      yield take(text.slice(start, index), end as Line['end']);
      start = index + end.length;
    }
    rest = text.slice(start);
    if (rest.length > maxLength) {
      tooLong = true;
      // A line end may be split between chunks.
      rest = rest.endsWith('\r') ? '\r' : '';
    }
  }
  if (rest.endsWith('\r')) yield take(rest.slice(0, -1), '\r');
  else if (rest || tooLong) yield take(rest, '');
}

/** Decodes Latin-1 characters as UTF-8; `undefined`: they are not UTF-8. */
export function decodeUtf8(latin1: string): string | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII begins with them.
  if (/^[\u0000-\u007f]*$/.test(latin1)) return latin1;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(latin1, 'latin1'));
  } catch {
    return undefined;
  }
}
