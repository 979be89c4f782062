import type { BenchDatabase } from '../../../../scripts/bench/database.ts';

/** The scans of a busy domain in one day. */
const SCANS_A_DAY = 8_000;

/** Fills the log of a demo domain up to `count` scans: copies its demo day into ever earlier days. */
export async function fillLog(database: BenchDatabase, domain: string, count: number): Promise<void> {
  const [held] = await database.query<{ scans: number; columns: string }>(
    `select count(*)::int as scans, (
       select string_agg(column_name, ', ') from information_schema.columns
       where table_name = 'scans' and is_generated = 'NEVER'
         and column_name not in ('id', 'claimed_at', 'received_at', 'happened_at', 'effect_at')
     ) as columns
     from scans join domains on domains.id = scans.domain_id where domains.name = $1`,
    [domain],
  );
  if (!held?.scans) throw new Error(`${domain} has no scan to copy.`);
  const { scans, columns } = held;
  const copied = columns.replaceAll(/\w+/g, 'scan.$&');
  const back = `make_interval(secs => copy * ${(scans / SCANS_A_DAY) * 86_400})`;
  await database.query(
    `insert into scans (${columns}, id, claimed_at, received_at, happened_at, effect_at)
     select ${copied}, overlay(gen_random_uuid()::text placing '7' from 15 for 1)::uuid, scan.claimed_at - ${back}, scan.received_at - ${back},
       scan.happened_at - ${back}, scan.effect_at - ${back}
     from generate_series(1, ${Math.ceil(count / scans)}) as copy
     cross join (
       select scans.* from scans join domains on domains.id = scans.domain_id where domains.name = $1
     ) as scan
     order by copy limit ${count - scans}`,
    [domain],
  );
  await database.query('analyze scans');
}
