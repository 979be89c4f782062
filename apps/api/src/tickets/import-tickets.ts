import { type ImportOptions, type ImportProgress, type ImportReport, MAX_IMPORT_BYTES } from '@scantix/api-contract';
import type { Context } from 'hono';
import { isDatabaseLost } from '../database/lost-database.ts';
import { ApiError, errorBody } from '../http/api-error.ts';
import type { AppEnv } from '../http/app-env.ts';
import { unexpectedError } from '../http/handle-error.ts';
import { readChunks } from '../http/read-json.ts';
import type { Log } from '../system/log.ts';
import type { By } from './admin-tickets.ts';
import { importAudited } from './import-audited.ts';
import type { TicketImporter } from './import-batch.ts';
import type { FileToImport } from './import-file.ts';
import type { ImportSlots } from './import-slots.ts';
import { withoutStalls } from './without-stalls.ts';

/** Imports of a process at once: each holds 16 MB, and the database's time. */
export const IMPORTS_AT_ONCE = 4;

/** What imports share in a process. */
export interface Imports {
  readonly slots: ImportSlots;
  readonly log: Log;
  /** Whether the process is about to end: what takes longer than the wait for running requests loses its database. */
  readonly isStopping: () => boolean;
}

/** Whose request is imported, and how. */
export interface ImportCall {
  readonly importer: TicketImporter;
  readonly options: ImportOptions;
  readonly context: Context<AppEnv>;
  /** Who imports, for the audit log. */
  readonly by: By;
  /** Whether the caller may still import. */
  readonly mayGoOn: () => Promise<boolean>;
}

/** The header with the key of the other system. */
const KEY_HEADER = 'Scantix-Code-Key';
const NDJSON = 'application/x-ndjson';

/**
 * Imports a request's body. Answers with the report, or if the caller accepts NDJSON with the progress as it goes.
 */
export async function answerImport(imports: Imports, call: ImportCall): Promise<Response> {
  const { context } = call;
  if (context.req.header('Accept')?.includes(NDJSON)) return streamProgress(imports, call);
  const report = await runImport(imports, call);
  context.header('Cache-Control', 'no-store');
  return context.json(report);
}

function runImport(
  { slots }: Imports,
  { importer, options, context, by, mayGoOn }: ImportCall,
  onProgress?: (read: number) => void,
): Promise<ImportReport> {
  const file: FileToImport = {
    format: formatOf(context),
    chunks: whileAllowed(withoutStalls(readChunks(context.req.raw, { maxBytes: MAX_IMPORT_BYTES })), mayGoOn),
    options,
    key: context.req.header(KEY_HEADER),
  };
  return slots.run(importer.domainId, ({ lock }) => importAudited(importer, file, { by, onProgress, lock }));
}

/** The same chunks, while the caller may import. @throws ApiError `forbidden` */
async function* whileAllowed(
  chunks: AsyncIterable<Uint8Array>,
  mayGoOn: ImportCall['mayGoOn'],
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    if (!(await mayGoOn())) throw new ApiError('forbidden', 'Your session or your right to import has ended');
    yield chunk;
  }
}

/** @throws ApiError `invalid_request` if it is neither CSV nor NDJSON */
function formatOf(context: Context<AppEnv>): 'csv' | 'ndjson' {
  const [type] = (context.req.header('Content-Type') ?? '').split(';');
  switch (type?.trim().toLowerCase()) {
    case 'text/csv':
      return 'csv';
    case NDJSON:
      return 'ndjson';
    default:
      throw new ApiError('invalid_request', 'The body must be text/csv or application/x-ndjson');
  }
}

/** Answers as soon as there is progress. What fails before has its own status. */
async function streamProgress(imports: Imports, call: ImportCall): Promise<Response> {
  const begun = Promise.withResolvers<void>();
  let lines: ReadableStreamDefaultController<Uint8Array> | undefined;
  let isRead = true;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      lines = controller;
    },
    // The import goes on while its file comes.
    cancel() {
      isRead = false;
    },
  });
  const say = (line: ImportProgress) => {
    if (isRead) lines?.enqueue(new TextEncoder().encode(`${JSON.stringify(line)}\n`));
  };
  const done = runImport(imports, call, (read) => {
    say({ read });
    begun.resolve();
  });
  await Promise.race([begun.promise, done]);
  void done
    .then(
      (report) => say({ report }),
      (error: unknown) => {
        const level = imports.isStopping() ? 'info' : isDatabaseLost(error) ? 'warn' : 'error';
        if (!(error instanceof ApiError)) imports.log[level]({ err: error }, 'import failed');
        say({ failure: errorBody(error instanceof ApiError ? error : unexpectedError(error)) });
      },
    )
    .then(() => isRead && lines?.close());
  return new Response(body, { headers: { 'Content-Type': NDJSON, 'Cache-Control': 'no-store' } });
}
