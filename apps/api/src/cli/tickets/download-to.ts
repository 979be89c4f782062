import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { apiErrorBody } from '@scantix/api-contract';
import type { exportTickets } from '@scantix/api-contract/admin';
import { reasonOfFile } from '../../system/reason-of-file.ts';
import { ADMIN_URL, type Cli } from '../cli.ts';
import { CommandError } from '../command-error.ts';

/**
 * Downloads an export to a new file that only its owner reads, or to standard output.
 * @throws CommandError if it is refused or breaks off, or the file exists or cannot be written
 */
export async function downloadTo(
  cli: Cli,
  { path }: Pick<typeof exportTickets, 'path'>,
  { domain, query, output }: { domain: string; query: Record<string, string>; output: string | undefined },
): Promise<void> {
  const { fetch } = await cli.connect();
  const address = `${ADMIN_URL}${path.replace('{domain}', encodeURIComponent(domain))}?${new URLSearchParams(query)}`;
  const answer = await fetch(address, { method: 'POST' }).catch(brokenOff);
  if (!answer.ok) throw new CommandError(apiErrorBody.parse(await answer.json()).message);
  const body = Readable.fromWeb(answer.body as unknown as NodeReadableStream);
  if (output !== undefined) {
    return pipeline(body, createWriteStream(output, { flags: 'wx', mode: 0o600 })).catch(async (cause: unknown) => {
      const exists = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST';
      if (exists) throw new CommandError(`${output} exists already`, { cause });
      // A file with a part of an export looks like a whole one.
      await rm(output, { force: true }).catch(() => {});
      const reason = reasonOfFile(cause);
      if (reason === undefined) brokenOff(cause);
      throw new CommandError(`${output} cannot be written: ${reason}`, { cause });
    });
  }
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  try {
    for await (const chunk of body) {
      cli.terminal.out(decoder.decode(chunk as Uint8Array, { stream: true }));
      if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain');
    }
  } catch (error) {
    // What fails at standard output is no fault of the export.
    if (error === body.errored) brokenOff(error);
    throw error;
  }
}

function brokenOff(cause: unknown): never {
  throw new CommandError('The export broke off: it is not complete', { cause });
}
