import { TICKET_FORMAT } from '@scantix/api-contract/snapshot';
import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { endTurn, keepTurn, type Turn, takeTurn } from '../database/turns.ts';
import { loadCheckpoints } from '../scanner-config/load-checkpoints.ts';
import { type AgedSegment, chooseRun } from './choose-run.ts';
import type { SealThread } from './create-seal-thread.ts';
import { type FeedRow, readFeedRows, readRowsToSeal } from './feed-rows.ts';
import { inOneInstant } from './in-one-instant.ts';
import type { RowToSeal } from './seal-lines.ts';
import { type FeedId, LostTurnError, listSegments, putSegment, type Segment, sweepSegments } from './segments.ts';

export interface SegmentMaking {
  readonly db: Database;
  readonly sealThread: SealThread;
  /** The most rows of a segment. */
  readonly maxRows: number;
  /** So many changes behind the last segment are worth another one. */
  readonly tailRows: number;
  /** The change at which each domain's segments were last searched for stale ones. */
  readonly searchedAt: Map<string, number>;
  /** Whether the process stops: then no further segment is begun. */
  readonly isStopping: () => boolean;
}

/** The rows that one statement reads: a few milliseconds of this thread. */
const ROWS_AT_A_STRETCH = 500;

/**
 * Seals what the devices of every domain have to download, until nothing is left that is worth a segment.
 * @throws AggregateError the failures of single domains, after all others are sealed
 */
export async function makeSegments(making: SegmentMaking): Promise<void> {
  const { db, tailRows } = making;
  await sweepSegments(db);
  const feeds = await db
    .selectFrom('ticket_feeds as feed')
    .innerJoin('domains as domain', 'domain.id', 'feed.domain_id')
    .select(['feed.domain_id', 'feed.snapshot_id', 'feed.last_change'])
    .where('domain.ticketing', '=', 'on')
    .where('feed.last_change', '>=', tailRows)
    .execute();
  const failures: unknown[] = [];
  for (const { domain_id: domainId, snapshot_id: snapshotId, last_change } of feeds) {
    if (making.isStopping()) break;
    const feed = { domainId, snapshotId, lastChange: Number(last_change) };
    await makeSegmentsOf(making, feed).catch((error) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, 'The tickets of some domains could not be sealed');
}

/** Seals a domain's tickets, unless another process does. */
async function makeSegmentsOf(making: SegmentMaking, feed: FeedId & { readonly lastChange: number }): Promise<void> {
  const { db, isStopping } = making;
  const turn = await takeTurn(db, 'snapshot_sealers', feed.domainId);
  if (!turn) return;
  try {
    while (!isStopping() && (await makeSegment(making, turn, feed)) && (await keepTurn(db, turn)));
  } catch (error) {
    // Whoever has the turn, or the next run, goes on.
    if (!(error instanceof LostTurnError)) throw error;
  } finally {
    await endTurn(db, turn);
  }
}

/** Seals the changes after the last segment, or stale segments anew. Returns whether there was anything to seal. */
async function makeSegment(
  making: SegmentMaking,
  turn: Turn,
  feed: FeedId & { readonly lastChange: number },
): Promise<boolean> {
  const { db, maxRows, tailRows, searchedAt } = making;
  const { domainId, lastChange } = feed;
  const segments = await listSegments(db, feed);
  const from = segments.at(-1)?.to ?? 0;
  const rows = await readFeedRows(db, { domainId, after: from, limit: maxRows });
  const to = rows.at(-1)?.change;
  if (to !== undefined && rows.length >= tailRows) {
    await seal(making, turn, feed, { from, to, replaced: [] });
    return true;
  }
  const searched = searchedAt.get(domainId);
  // A backup that was restored has fewer changes.
  if (searched !== undefined && Math.abs(lastChange - searched) < maxRows / 4) return false;
  const run = chooseRun(await ageSegments(db, domainId, segments), maxRows);
  const [first, last] = [run.at(0), run.at(-1)];
  if (first && last) await seal(making, turn, feed, { from: first.from, to: last.to, replaced: run });
  else searchedAt.set(domainId, lastChange);
  return run.length > 0;
}

/**
 * Seals a range of the feed. A ticket that changes meanwhile leaves the range: whichever of its rows was read, its newest
 * comes after the range.
 */
async function seal(
  { db, sealThread }: SegmentMaking,
  turn: Turn,
  feed: FeedId,
  { from, to, replaced }: { from: number; to: number; replaced: readonly Segment[] },
): Promise<void> {
  const { domainId } = feed;
  // After the feed's id: with a new name of a checkpoint it is another one, and the segment is not stored.
  const checkpoints = await loadCheckpoints(db, domainId);
  const rows: RowToSeal[] = [];
  for (let after = from; ; ) {
    const read = await inOneInstant(db, async (trx) => {
      const found = await readFeedRows(trx, { domainId, after, upTo: to, limit: ROWS_AT_A_STRETCH });
      return { found, toSeal: await readRowsToSeal(trx, { domainId, rows: found }, checkpoints) };
    });
    rows.push(...read.toSeal);
    const last: FeedRow | undefined = read.found.at(-1);
    if (!last || read.found.length < ROWS_AT_A_STRETCH) break;
    after = last.change;
  }
  if (rows.length === 0) return putSegment(db, turn, feed, { segment: null, replaced });
  const { sha256, body } = await sealThread.segment(rows);
  const segment = { from, to, rows: rows.length, format: TICKET_FORMAT, sha256, body };
  await putSegment(db, turn, feed, { segment, replaced });
}

async function ageSegments(db: Database, domainId: string, segments: readonly Segment[]): Promise<AgedSegment[]> {
  const { rows } = await sql<{ from_change: string; live: string }>`
    select segment.from_change, (
      select count(*) from ticket_changes change where change.domain_id = segment.domain_id
        and change.change > segment.from_change and change.change <= segment.to_change
    ) as live
    from snapshot_segments segment
    where segment.domain_id = ${domainId} and segment.superseded_at is null`.execute(db);
  const live = new Map(rows.map((row) => [Number(row.from_change), Number(row.live)]));
  return segments.map((segment) => ({ ...segment, live: live.get(segment.from) ?? segment.rows }));
}
