import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { EMPTY_SUM, formatDigest, getSnapshot, type SnapshotManifest } from '@scantix/api-contract/snapshot';
import type { Hono, MiddlewareHandler } from 'hono';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/tables.ts';
import { ApiError } from '../http/api-error.ts';
import type { AppEnv } from '../http/app-env.ts';
import { implementClerkAnswer } from '../http/implement.ts';
import type { Random } from '../random.ts';
import { loadCheckpoints } from '../scanner-config/checkpoints.ts';
import { formatSnapshotCursor, type PageRow, readPage } from './read-page.ts';
import { sealRow } from './seal-row.ts';

/** How many rows are sealed before other requests have their turn: a few milliseconds. */
const ROWS_AT_A_STRETCH = 250;

interface Options {
  readonly db: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly requireSession: MiddlewareHandler<AppEnv>;
  readonly maxRows: number;
}

/** GET /tickets/v0/snapshot: memory is one page's, whatever the number of tickets. */
export function mountSnapshot(app: Hono<AppEnv>, { db, clock, random, requireSession, maxRows }: Options): void {
  implementClerkAnswer(app, getSnapshot, { requireSession }, async ({ clerk, query, context }) => {
    const { domainId, ticketing } = clerk;
    const checkpoints = await loadCheckpoints(db, domainId);
    if (!checkpoints.has(query.checkpoint)) throw new ApiError('not_found', 'Unknown checkpoint');
    const collects = ticketing === 'off';
    const page = await readPage(db, {
      domainId,
      checkpoints,
      // A domain that collects has no tickets for a device, and begins anew should it ever ask for them.
      cursor: collects ? undefined : query.cursor,
      maxRows: collects ? 0 : maxRows,
    });
    const lines = await sealRows(page.rows, random);
    const manifest: SnapshotManifest = {
      ...page.manifest,
      ...(collects ? { ...NOTHING, cursor: formatSnapshotCursor(page.manifest.snapshot_id, 0) } : {}),
      checkpoint_id: query.checkpoint,
      ticketing,
      generated_at: new Date(clock.now()).toISOString(),
      rows: page.rows.length,
      rows_sha256: createHash('sha256').update(lines).digest('base64'),
    };
    const body = Buffer.concat([Buffer.from(`${JSON.stringify(manifest)}\n`), lines]);
    const headers = {
      'Content-Type': 'application/x-ndjson',
      'Cache-Control': 'no-store',
      Vary: 'Accept-Encoding',
    };
    if (!acceptsGzip(context.req.header('Accept-Encoding'))) return context.body(body, 200, headers);
    return context.body(await compress(body), 200, { ...headers, 'Content-Encoding': 'gzip' });
  });
}

const NOTHING = { count: 0, digest: formatDigest(EMPTY_SUM), complete: true };

/** The rows as lines. Sealing is work of this thread: in stretches, so that a scan need not wait for a page. */
async function sealRows(rows: readonly PageRow[], random: Random): Promise<Buffer> {
  const lines: string[] = [];
  for (const [index, { key, change, ticket }] of rows.entries()) {
    if (index % ROWS_AT_A_STRETCH === ROWS_AT_A_STRETCH - 1) await setImmediate();
    const wireKey = Buffer.from(key).toString('base64');
    const row = ticket
      ? {
          key: wireKey,
          sealed: sealRow(ticket.state, { barcode: ticket.barcode, key, random }).toString('base64'),
          change,
        }
      : { key: wireKey, removed: true, change };
    lines.push(`${JSON.stringify(row)}\n`);
  }
  return Buffer.from(lines.join(''));
}

/** Ciphertext in base64 has no repetitions to find: six of its eight bits are all there is to gain. */
const compress = (body: Buffer) => promisify(gzip)(body, { strategy: constants.Z_HUFFMAN_ONLY });

function acceptsGzip(header = ''): boolean {
  return header.split(',').some((coding) => /^\s*(gzip|\*)\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(coding));
}
