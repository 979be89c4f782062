import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { apiErrorBody, type ImportReport, importProgress } from '@scantix/api-contract';
import type { importDomainTickets } from '@scantix/api-contract/admin';
import { ADMIN_URL, type Cli } from '../cli.ts';
import { CommandError } from '../command-error.ts';
import type { FileSource } from './open-source.ts';

/** What is imported, whose, and how. */
export interface ImportOrder {
  readonly domain: string;
  readonly source: FileSource;
  readonly codeKeyFile?: string | undefined;
  readonly options: Readonly<Record<string, string | true | undefined>>;
}

/** So many rows are one line of progress. */
const ROWS_A_LINE = 50_000;

/**
 * Sends a file, and tells the progress on standard error, a JSON object a line.
 * @throws CommandError if it is refused, or breaks off
 */
export async function sendImport(
  cli: Cli,
  { path }: Pick<typeof importDomainTickets, 'path'>,
  { domain, source, codeKeyFile, options }: ImportOrder,
): Promise<ImportReport> {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(options)) if (value !== undefined) query.set(name, String(value));
  const headers: Record<string, string> = { 'Content-Type': source.type, Accept: 'application/x-ndjson' };
  if (codeKeyFile) headers['Scantix-Code-Key'] = readFileSync(codeKeyFile, 'utf8').trim();
  const { fetch } = await cli.connect();
  const address = `${ADMIN_URL}${path.replace('{domain}', encodeURIComponent(domain))}?${query}`;
  const request = { method: 'POST', headers, body: source.body, duplex: 'half' } as RequestInit;
  const answer = await fetch(address, request).catch(brokenOff);
  // What is short, or refused, has no progress.
  if (!answer.ok) throw new CommandError(apiErrorBody.parse(await answer.json()).message);
  const body = Readable.fromWeb(answer.body as unknown as NodeReadableStream);
  try {
    for await (const line of createInterface({ input: body })) {
      const step = importProgress.parse(JSON.parse(line));
      if ('report' in step) return step.report;
      if ('failure' in step) throw new CommandError(step.failure.message);
      if (step.read % ROWS_A_LINE === 0) cli.terminal.err(`${JSON.stringify(step)}\n`);
    }
  } catch (error) {
    if (error === body.errored) brokenOff(error);
    throw error;
  }
  return brokenOff();
}

function brokenOff(cause?: unknown): never {
  throw new CommandError('The import broke off. What it has stored stays; run it again', { cause });
}
