import { sql } from 'kysely';
import { buildIndexes } from './build-indexes.ts';
import { searchSpans } from './search-spans.ts';
import type { Database } from './tables.ts';

/** What finds a part of a name or code, where the extension `pg_trgm` exists. */
const SEARCH_INDEXES = [
  // Scans wait in a list that the transaction of one of them sorts in: a short one.
  {
    name: 'scans_search_by_day',
    on: `scans using gin (search_text gin_trgm_ops, (${searchSpans('domain_id', 'received_at')}))
      with (gin_pending_list_limit = 256)`,
  },
  { name: 'tickets_search', on: 'tickets using gin (search_text gin_trgm_ops)' },
];

/** Whether the database has what searches by parts of texts need to be fast. */
export async function hasSearchIndexes(db: Database): Promise<boolean> {
  const { rows } = await sql<{ found: string }>`
    select indexrelid::regclass::text as found from pg_index
    where indexrelid in (to_regclass('scans_search_by_day'), to_regclass('tickets_search')) and indisvalid`.execute(db);
  return rows.length === SEARCH_INDEXES.length;
}

/**
 * Makes the indexes of searches while gates write, and the extension that they need. Without the extension, and the right to
 * create it, there are none: searches read every row.
 */
export async function buildSearchIndexes(db: Database): Promise<void> {
  await sql`
    do $$ begin create extension if not exists pg_trgm;
    exception when insufficient_privilege or undefined_file or feature_not_supported then null; end $$`.execute(db);
  const { rows } = await sql`select from pg_extension where extname = 'pg_trgm'`.execute(db);
  if (rows.length > 0) await buildIndexes(db, SEARCH_INDEXES);
}
