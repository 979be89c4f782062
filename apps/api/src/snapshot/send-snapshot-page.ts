import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import {
  EMPTY_SUM,
  type getSnapshot as endpoint,
  formatDigest,
  type SnapshotManifest,
} from '@scantix/api-contract/snapshot';
import type { Database } from '../database/tables.ts';
import { ApiError } from '../http/api-error.ts';
import type { ClerkCall } from '../http/implement.ts';
import { loadCheckpoints } from '../scanner-config/load-checkpoints.ts';
import type { Clock } from '../system/clock.ts';
import type { Random } from '../system/random.ts';
import { formatSnapshotCursor, readPage } from './read-page.ts';
import { sealRows } from './seal-rows.ts';

export interface SnapshotSource {
  readonly db: Database;
  readonly clock: Clock;
  readonly random: Random;
  /** The most rows of a page. */
  readonly maxRows: number;
}

/** Answers with a page of the snapshot: its manifest and sealed rows. Memory holds one page. */
export async function sendSnapshotPage(
  { db, clock, random, maxRows }: SnapshotSource,
  { clerk, query, context }: ClerkCall<typeof endpoint>,
): Promise<Response> {
  const { domainId, ticketing } = clerk;
  const checkpoints = await loadCheckpoints(db, domainId);
  if (!checkpoints.has(query.checkpoint)) throw new ApiError('not_found', 'Unknown checkpoint');
  const collects = ticketing === 'off';
  const page = await readPage(db, {
    domainId,
    checkpoints,
    // A domain that collects sends no tickets. If ticketing is turned on, devices start from the beginning.
    cursor: collects ? undefined : query.cursor,
    maxRows: collects ? 0 : maxRows,
  });
  const lines = await sealRows(page.rows, random);
  const manifest: SnapshotManifest = {
    ...page.manifest,
    ...(collects ? { ...NO_TICKETS, cursor: formatSnapshotCursor(page.manifest.snapshot_id, 0) } : {}),
    checkpoint_id: query.checkpoint,
    ticketing,
    generated_at: new Date(clock.now()).toISOString(),
    rows: page.rows.length,
    rows_sha256: createHash('sha256').update(lines).digest('base64'),
  };
  const body = Buffer.concat([Buffer.from(`${JSON.stringify(manifest)}\n`), lines]);
  const headers = { 'Content-Type': 'application/x-ndjson', 'Cache-Control': 'no-store', Vary: 'Accept-Encoding' };
  if (!acceptsGzip(context.req.header('Accept-Encoding'))) return context.body(body, 200, headers);
  return context.body(await compress(body), 200, { ...headers, 'Content-Encoding': 'gzip' });
}

const NO_TICKETS = { count: 0, digest: formatDigest(EMPTY_SUM), complete: true };

/** Huffman coding alone: ciphertext in base64 has no repetitions, only six used bits of eight. */
const compress = (body: Buffer) => promisify(gzip)(body, { strategy: constants.Z_HUFFMAN_ONLY });

function acceptsGzip(header = ''): boolean {
  return header.split(',').some((coding) => /^\s*(gzip|\*)\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(coding));
}
