import { MAX_COUNTED_SCANS, OUTCOMES, type Outcome, type ScanFilters } from '@scantix/api-contract';
import { sql } from 'kysely';
import { rareWords } from '../database/rare-words.ts';
import type { Database } from '../database/tables.ts';
import type { SignedInClerk } from '../http/signed-in-clerk.ts';
import { filterVisibleScans } from '../scans/visible-scans.ts';

export interface ScanCounts {
  readonly complete: boolean;
  readonly all: number;
  readonly outcomes: Record<Outcome, number>;
  readonly conflicts: number;
  readonly this_device: number;
}

/** Counts the scans that each filter chip of Results would list: each chip together with all other filters. */
export async function readCounts(
  db: Database,
  { clerk, filters, thisDevice }: { clerk: SignedInClerk; filters: ScanFilters; thisDevice: string | undefined },
): Promise<ScanCounts> {
  const { outcome, conflict, device_id, ...others } = filters;
  const words = others.search ? await rareWords(db, { table: 'scans', domainId: clerk.domainId }, others.search) : [];
  const scans = filterVisibleScans(db, clerk, { filters: others, words })
    .orderBy('scan.received_at', 'desc')
    .orderBy('scan.id', 'desc')
    .limit(MAX_COUNTED_SCANS + 1);
  const passes = {
    outcome: outcome ? sql`outcome = ${outcome}` : sql`true`,
    conflict: conflict ? CONFLICT[conflict] : sql`true`,
    device: device_id ? sql`device_id = ${device_id}` : sql`true`,
  };
  const { rows } = await sql<{ outcome: Outcome; all: number; passing: number; conflicts: number; device: number }>`
    select outcome, count(*)::int as all,
      count(*) filter (where ${passes.conflict} and ${passes.device})::int as passing,
      count(*) filter (where ${passes.outcome} and ${passes.device} and ${CONFLICT.any})::int as conflicts,
      count(*) filter (where ${passes.outcome} and ${passes.conflict} and device_id = ${thisDevice ?? ''})::int as device
    from ${scans.as('scan')} group by outcome`.execute(db);
  const sum = (count: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + count(row), 0);
  const all = sum((row) => row.all);
  const passing = (value: Outcome) => rows.find((row) => row.outcome === value)?.passing ?? 0;
  return {
    complete: all <= MAX_COUNTED_SCANS,
    all: Math.min(all, MAX_COUNTED_SCANS),
    outcomes: Object.fromEntries(OUTCOMES.map((value) => [value, passing(value)])) as Record<Outcome, number>,
    conflicts: sum((row) => row.conflicts),
    this_device: sum((row) => row.device),
  };
}

/** The filter `conflict` over the columns of a selected scan. */
const CONFLICT = {
  any: sql`conflict_id is not null`,
  none: sql`conflict_id is null`,
  open: sql`conflict_id is not null and acknowledged_at is null`,
  acknowledged: sql`conflict_id is not null and acknowledged_at is not null`,
} as const;
