import type { RawRow } from './import-csv.ts';
import { decodeUtf8, type Line } from './import-lines.ts';

/** Reads one JSON object a line and skips empty lines. */
export async function* readNdjsonRows(lines: AsyncIterable<Line>): AsyncGenerator<RawRow> {
  for await (const { number: line, text: bytes } of lines) {
    if (bytes === null) yield { line, problem: 'longer than 64 KiB' };
    else if (bytes.trim() !== '') yield readRow(line, bytes);
  }
}

function readRow(line: number, bytes: string): RawRow {
  const text = decodeUtf8(bytes);
  if (text === undefined) return { line, problem: 'not UTF-8' };
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { line, value: { ...value } };
  } catch {
    // Reported like any other line that is not an object.
  }
  return { line, problem: 'not a JSON object' };
}
