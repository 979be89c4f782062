import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { lockTurn, seizeTurn, type Turn } from '../database/turns.ts';

/** A sealed range of a domain's change feed, without its body. */
export interface Segment {
  readonly sha256: Uint8Array;
  /** The range: changes after `from`, up to and including `to`. */
  readonly from: number;
  readonly to: number;
  /** How many rows were sealed. Some may have changed since: these come again, after the segment. */
  readonly rows: number;
  /** The `TICKET_FORMAT` of its rows. */
  readonly format: number;
}

/** An erasure has taken the turn of the process that seals, or it has ended while that process stood still. */
export class LostTurnError extends Error {
  override readonly name = 'LostTurnError';
}

/** A feed, by its id and domain. */
export interface FeedId {
  readonly domainId: string;
  readonly snapshotId: string;
}

/** Lists the current segments that end after a change, in the order of the feed. */
export async function listSegments(
  db: Database,
  { domainId, snapshotId }: FeedId,
  { after = 0 }: { after?: number } = {},
): Promise<Segment[]> {
  const rows = await db
    .selectFrom('snapshot_segments')
    .select(['sha256', 'from_change', 'to_change', 'row_count', 'row_format'])
    .where('domain_id', '=', domainId)
    .where('snapshot_id', '=', snapshotId)
    .where('superseded_at', 'is', null)
    .where('to_change', '>', after)
    .orderBy('from_change')
    .execute();
  return rows.map(({ sha256, from_change, to_change, row_count, row_format }) => ({
    ...{ sha256, from: Number(from_change), to: Number(to_change), rows: row_count, format: row_format },
  }));
}

/** Reads a segment's body, also of one that was superseded a while ago; `null`: there is none of this domain. */
export async function readSegmentBody(db: Database, domainId: string, sha256: Uint8Array): Promise<Uint8Array | null> {
  const row = await db
    .selectFrom('snapshot_segments')
    .select('body')
    .where('domain_id', '=', domainId)
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  return row?.body ?? null;
}

/**
 * Puts a segment in the place of others; without one, they are superseded alone.
 * @throws LostTurnError; an error if one of them is no longer current, or the feed is no longer the one whose
 * changes were sealed: a backup has taken its place meanwhile, or a checkpoint has another name
 */
export async function putSegment(
  db: Database,
  turn: Turn,
  { domainId, snapshotId }: FeedId,
  { segment, replaced }: { segment: (Segment & { readonly body: Uint8Array }) | null; replaced: readonly Segment[] },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (!(await lockTurn(trx, turn))) throw new LostTurnError('Another process seals the tickets of this domain now');
    for (const { sha256 } of replaced) {
      await trx
        .updateTable('snapshot_segments')
        .set({ superseded_at: sql<Date>`now()` })
        .where('domain_id', '=', domainId)
        .where('sha256', '=', sha256)
        .where('superseded_at', 'is', null)
        .returning('sha256')
        .executeTakeFirstOrThrow();
    }
    if (!segment) return;
    const { sha256, from, to, rows, format, body } = segment;
    await trx
      .selectFrom('ticket_feeds')
      .select('domain_id')
      .where('domain_id', '=', domainId)
      .where('snapshot_id', '=', snapshotId)
      .where('last_change', '>=', to)
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('snapshot_segments')
      .values({
        ...{ domain_id: domainId, snapshot_id: snapshotId, sha256, from_change: from, to_change: to },
        ...{ row_count: rows, row_format: format, body, superseded_at: null },
      })
      .execute();
  });
}

/** Supersedes the segments from a change on, so that their changes are sealed anew. */
export async function dropSegments(db: Database, domainId: string, sha256: Uint8Array): Promise<void> {
  await db
    .updateTable('snapshot_segments')
    .set({ superseded_at: sql<Date>`now()` })
    .where('domain_id', '=', domainId)
    .where('superseded_at', 'is', null)
    .where('to_change', '>', (from) =>
      from
        .selectFrom('snapshot_segments')
        .select('from_change')
        .where('domain_id', '=', domainId)
        .where('sha256', '=', sha256),
    )
    .execute();
}

/** How long a superseded segment is kept for devices that have an older manifest. */
const KEPT_FOR = '1 hour';

/** Supersedes segments of earlier feeds and of changes that a feed does not have, and deletes what is long superseded. */
export async function sweepSegments(db: Database): Promise<void> {
  await sql`
    update snapshot_segments segment set superseded_at = now() from ticket_feeds feed
    where feed.domain_id = segment.domain_id and segment.superseded_at is null
      and (feed.snapshot_id <> segment.snapshot_id or segment.to_change > feed.last_change)`.execute(db);
  await db
    .deleteFrom('snapshot_segments')
    .where('superseded_at', '<', sql<Date>`now() - ${sql.lit(KEPT_FOR)}::interval`)
    .execute();
}

/**
 * Deletes all segments of a domain around a change that they must not outlive. An older state of a ticket may be in any of
 * them. A process that seals meanwhile loses its turn, and begins after the transaction.
 */
export async function dropAllSegments(trx: Database, domainId: string, change: () => Promise<void>): Promise<void> {
  await seizeTurn(trx, 'snapshot_sealers', domainId);
  await change();
  await trx.deleteFrom('snapshot_segments').where('domain_id', '=', domainId).execute();
  await trx.deleteFrom('snapshot_sealers').where('domain_id', '=', domainId).execute();
}

/** Whether a domain has a segment, current or superseded. */
export async function hasSegment(db: Database, domainId: string, sha256: Uint8Array): Promise<boolean> {
  const row = await db
    .selectFrom('snapshot_segments')
    .select('domain_id')
    .where('domain_id', '=', domainId)
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  return row !== undefined;
}
