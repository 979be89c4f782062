import { formatDigest, type SnapshotManifest, TICKET_FORMAT } from '@scantix/api-contract/snapshot';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Database } from '../database/tables.ts';
import { formatCursor, parseCursor } from '../http/keyset-cursor.ts';
import { loadCheckpoints } from '../scanner-config/load-checkpoints.ts';
import type { LineCache } from './create-line-cache.ts';
import { readFeedRows, readRowsToSeal } from './feed-rows.ts';
import { inOneInstant } from './in-one-instant.ts';
import { listSegments } from './segments.ts';

const position = z.tuple([z.string(), z.int().check(z.nonnegative())]);

/** Formats the opaque cursor after a change. */
export function formatSnapshotCursor(snapshotId: string, change: number): string {
  return formatCursor([snapshotId, change]);
}

/** What a caller asks for. */
export interface PageRequest {
  readonly domainId: string;
  readonly cursor: string | undefined;
  readonly maxRows: number;
  /** Whether the caller fetches segments. */
  readonly withSegments: boolean;
}

/** Reads a page of a domain's change feed, all of it of one instant: the changes after a cursor, or segments and what follows. */
export async function readPage(
  { db, lines }: { db: Database; lines: LineCache },
  { domainId, cursor, maxRows, withSegments }: PageRequest,
) {
  const [ofSnapshot, given] = cursor === undefined ? ['', 0] : parseCursor(position, cursor);
  return inOneInstant(db, async (trx) => {
    const feed = await trx
      .selectFrom('ticket_feeds')
      .selectAll()
      .select(sql<string>`pg_postmaster_start_time()::text`.as('started'))
      .where('domain_id', '=', domainId)
      .executeTakeFirstOrThrow();
    const { snapshot_id: snapshotId } = feed;
    const newest = Number(feed.last_change);
    // A feed behind its reader was restored from a backup, so its change numbers mean other changes.
    const fromStart = ofSnapshot !== snapshotId || given > newest || given === 0;
    const after = fromStart ? 0 : given;
    // One row more shows whether this page is the last one.
    const readAfter = (change: number) => readFeedRows(trx, { domainId, after: change, limit: maxRows + 1 });
    let found = maxRows === 0 ? [] : await readAfter(after);
    const isLong = found.length > maxRows;
    const segments = isLong && withSegments ? await listSegments(trx, { domainId, snapshotId }, { after }) : [];
    const sealedTo = segments.at(-1)?.to;
    if (sealedTo !== undefined) found = await readAfter(sealedTo);
    const rows = found.slice(0, maxRows);
    const last = rows.at(-1)?.change ?? sealedTo ?? newest;
    const manifest = {
      snapshot_id: snapshotId,
      count: Number(feed.ticket_count),
      digest: formatDigest({ keys: Number(feed.key_sum), changes: Number(feed.change_sum) }),
      cursor: formatSnapshotCursor(snapshotId, last),
      from_start: fromStart,
      row_format: Math.max(TICKET_FORMAT, ...segments.map(({ format }) => format)),
      segments: segments.map((segment) => ({
        sha256: Buffer.from(segment.sha256).toString('hex'),
        rows: segment.rows,
        cursor: formatSnapshotCursor(snapshotId, segment.to),
      })),
      snapshot_key: Buffer.from(feed.snapshot_key).toString('base64'),
      complete: found.length <= maxRows,
    } satisfies Partial<SnapshotManifest>;
    // Of the same instant as the feed's id: a new name of a checkpoint brings a new one.
    const checkpoints = await loadCheckpoints(trx, domainId);
    // Files that a restore copies back repeat numbers of changes and transactions, and need another start of the database.
    const source = `${snapshotId} ${feed.started}`;
    return {
      manifest,
      lines: await lines.lines(source, rows, (missing) =>
        readRowsToSeal(trx, { domainId, rows: missing }, checkpoints),
      ),
    };
  });
}
