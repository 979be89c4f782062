import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { loadCheckpoints } from '../scanner-config/load-checkpoints.ts';
import { type AgedSegment, chooseRun } from './choose-run.ts';
import type { Sealer } from './create-sealer.ts';
import { type FeedRow, readFeedRows, readRowsToSeal } from './feed-rows.ts';
import { inOneInstant } from './in-one-instant.ts';
import type { RowToSeal } from './seal-lines.ts';
import { type FeedId, listSegments, putSegment, type Segment, sweepSegments } from './segments.ts';

export interface SegmentMaking {
  readonly db: Database;
  readonly sealer: Sealer;
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

/** After this time without progress another process may seal. */
const SEALER_LEASE = '60 seconds';

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
  if (!(await becomeSealer(db, feed.domainId))) return;
  try {
    while (!isStopping() && (await makeSegment(making, feed))) await remainSealer(db, feed.domainId);
  } finally {
    await db.deleteFrom('snapshot_sealers').where('domain_id', '=', feed.domainId).execute();
  }
}

/** Seals the changes after the last segment, or stale segments anew. Returns whether there was anything to seal. */
async function makeSegment(making: SegmentMaking, feed: FeedId & { readonly lastChange: number }): Promise<boolean> {
  const { db, maxRows, tailRows, searchedAt } = making;
  const { domainId, lastChange } = feed;
  const segments = await listSegments(db, feed);
  const from = segments.at(-1)?.to ?? 0;
  const rows = await readFeedRows(db, { domainId, after: from, limit: maxRows });
  const to = rows.at(-1)?.change;
  if (to !== undefined && rows.length >= tailRows) {
    await seal(making, feed, { from, to }, []);
    return true;
  }
  if (lastChange - (searchedAt.get(domainId) ?? -maxRows) < maxRows / 4) return false;
  const run = chooseRun(await ageSegments(db, domainId, segments), maxRows);
  const [first, last] = [run.at(0), run.at(-1)];
  if (first && last) await seal(making, feed, { from: first.from, to: last.to }, run);
  else searchedAt.set(domainId, lastChange);
  return run.length > 0;
}

/**
 * Seals a range of the feed. A ticket that changes meanwhile leaves the range: whichever of its rows was read, its newest
 * comes after the range.
 */
async function seal(
  { db, sealer }: SegmentMaking,
  feed: FeedId,
  { from, to }: { from: number; to: number },
  replaced: readonly Segment[],
): Promise<void> {
  const { domainId } = feed;
  const checkpoints = await loadCheckpoints(db, domainId);
  const rows: RowToSeal[] = [];
  for (let after = from; ; ) {
    const read = await inOneInstant(db, async (trx) => {
      const found = await readFeedRows(trx, { domainId, after, upTo: to, limit: ROWS_AT_A_STRETCH });
      return { found, toSeal: await readRowsToSeal(trx, found, checkpoints) };
    });
    rows.push(...read.toSeal);
    const last: FeedRow | undefined = read.found.at(-1);
    if (!last || read.found.length < ROWS_AT_A_STRETCH) break;
    after = last.change;
  }
  if (rows.length === 0) return putSegment(db, feed, null, replaced);
  const { sha256, body } = await sealer.segment(rows);
  await putSegment(db, feed, { from, to, rows: rows.length, sha256, body }, replaced);
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

const leaseEnd = sql<Date>`now() + ${sql.lit(SEALER_LEASE)}::interval`;

/** Whether this process may seal a domain's segments: no other one does. */
async function becomeSealer(db: Database, domainId: string): Promise<boolean> {
  const taken = await db
    .insertInto('snapshot_sealers')
    .values({ domain_id: domainId, until: leaseEnd })
    .onConflict((conflict) =>
      conflict
        .column('domain_id')
        .doUpdateSet({ until: leaseEnd })
        .where('snapshot_sealers.until', '<', sql<Date>`now()`),
    )
    .returning('domain_id')
    .executeTakeFirst();
  return taken !== undefined;
}

async function remainSealer(db: Database, domainId: string): Promise<void> {
  await db.updateTable('snapshot_sealers').set({ until: leaseEnd }).where('domain_id', '=', domainId).execute();
}
