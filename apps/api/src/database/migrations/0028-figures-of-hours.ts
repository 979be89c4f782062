import { type Kysely, sql } from 'kysely';

/**
 * A counted hour has the figures of the summary in its own row: 30 days are 720 rows instead of 45,000. What is counted
 * without them is counted anew, within minutes. A server of the build before goes on counting hours, without figures:
 * those are read from scans until they are counted anew.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`truncate report_hours, report_counts`.execute(db);
  const figures = [
    'scans',
    'admitted',
    'refused',
    'attention',
    'undecided',
    'came_back',
    'marked',
    'let_in',
    'turned_away',
  ];
  await sql`
    alter table report_hours ${sql.join(figures.map((name) => sql`add column ${sql.ref(name)} integer`))},
      add column took_classes integer[], add column took_scans integer[], add column peak_at timestamptz,
      add column peak_admitted integer`.execute(db);
}
