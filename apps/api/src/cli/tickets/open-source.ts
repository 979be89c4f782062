import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { MAX_IMPORT_BYTES } from '@scantix/api-contract';
import { reasonOfFile } from '../../system/reason-of-file.ts';
import { CommandError } from '../command-error.ts';

/** A file to send. */
export interface FileSource {
  /** `undefined`: standard input. */
  readonly name: string | undefined;
  readonly body: ReadableStream<Uint8Array>;
  readonly type: 'text/csv' | 'application/x-ndjson';
}

/** How NDJSON begins, and CSV does not: a quote stands at the beginning of a cell alone. */
const NDJSON_START = /^\ufeff?\s*\{\s*"/;

/**
 * Opens a file, whose name tells its type; `-`: standard input, whose beginning does. Nothing else of it is read yet.
 * @throws CommandError if it cannot be read, is a folder, or is too large
 */
export async function openSource(file: string, input: Readable = process.stdin): Promise<FileSource> {
  if (file === '-') {
    await once(input, 'readable');
    const start: Buffer | null = input.read();
    if (start) input.unshift(start);
    const type = NDJSON_START.test(`${start ?? ''}`) ? 'application/x-ndjson' : 'text/csv';
    return { name: undefined, body: Readable.toWeb(input) as ReadableStream<Uint8Array>, type };
  }
  const type = /\.(ndjson|jsonl)$/i.test(file) ? 'application/x-ndjson' : 'text/csv';
  const opened = await open(file).catch((cause: unknown) => {
    throw new CommandError(`${file} cannot be read: ${reasonOfFile(cause) ?? cause}`, { cause });
  });
  const stats = await opened.stat();
  const problem = stats.isDirectory()
    ? `${file} is a folder`
    : stats.size > MAX_IMPORT_BYTES &&
      `${file} has more than ${MAX_IMPORT_BYTES} bytes: split it, with the header line in each part`;
  if (problem) {
    await opened.close();
    throw new CommandError(problem);
  }
  return { name: basename(file), body: Readable.toWeb(opened.createReadStream()) as ReadableStream<Uint8Array>, type };
}
