import { createHash } from 'node:crypto';
import { HEADERS } from '@scantix/api-contract';
import {
  EMPTY_SUM,
  type getSnapshot as endpoint,
  formatDigest,
  type SnapshotManifest,
} from '@scantix/api-contract/snapshot';
import { acceptsCoding } from '../http/accepts-coding.ts';
import { ApiError } from '../http/api-error.ts';
import type { ClerkCall } from '../http/implement.ts';
import { wireOf } from '../http/wire.ts';
import { requireCheckpoint } from '../scanner-config/require-checkpoint.ts';
import { compress } from './compress.ts';
import type { Caller } from './create-download-slots.ts';
import type { SnapshotSource } from './create-snapshot-source.ts';
import { formatSnapshotCursor, readPage } from './read-page.ts';

/** The first wire version that fetches segments. */
const SEGMENTS_SINCE = 1;

/** Answers with a page of the snapshot: its manifest and sealed rows. */
export function sendSnapshotPage(source: SnapshotSource, call: ClerkCall<typeof endpoint>): Promise<Response> {
  return source.slots.run(call.context, (caller) => sendPage(source, call, caller));
}

async function sendPage(
  { db, clock, maxRows, reads, lines }: SnapshotSource,
  { clerk, query, context }: ClerkCall<typeof endpoint>,
  caller: Caller,
): Promise<Response> {
  const { domainId, ticketing } = clerk;
  const collects = ticketing === 'off';
  const page = await reads.run(async () => {
    caller.assertListening();
    await requireCheckpoint(db, clerk, query.checkpoint);
    return readPage(
      { db, lines },
      {
        domainId,
        // A domain that collects sends no tickets. If ticketing is turned on, devices start from the beginning.
        cursor: collects ? undefined : query.cursor,
        maxRows: collects ? 0 : maxRows,
        withSegments: wireOf(context.req.header(HEADERS.wire)) >= SEGMENTS_SINCE,
      },
    );
  });
  if (!page) throw new ApiError('unavailable', 'Many devices are downloading', { retryAfterMs: 1_000 });
  const body = Buffer.from((await Promise.all(page.lines)).join(''));
  caller.assertListening();
  const manifest: SnapshotManifest = {
    ...page.manifest,
    ...(collects ? { ...NO_TICKETS, cursor: formatSnapshotCursor(page.manifest.snapshot_id, 0) } : {}),
    checkpoint_id: query.checkpoint,
    ticketing,
    generated_at: new Date(clock.now()).toISOString(),
    rows: page.lines.length,
    rows_sha256: createHash('sha256').update(body).digest('base64'),
  };
  const answer = Buffer.concat([Buffer.from(`${JSON.stringify(manifest)}\n`), body]);
  const headers = { 'Content-Type': 'application/x-ndjson', 'Cache-Control': 'no-store', Vary: 'Accept-Encoding' };
  if (!acceptsCoding('gzip', context.req.header('Accept-Encoding'))) return context.body(answer, 200, headers);
  return context.body(new Uint8Array(await compress(answer)), 200, { ...headers, 'Content-Encoding': 'gzip' });
}

const NO_TICKETS = { count: 0, digest: formatDigest(EMPTY_SUM), complete: true };
