import { sql } from 'kysely';
import { seededRandom } from '../../../scripts/bench/random.ts';
import { type Bench, runBench } from '../../../scripts/bench/run-bench.ts';
import { openPostgres } from '../src/database/open-database.ts';
import { cutPower } from './power/cut-power.ts';

const SETTINGS = ['fsync', 'synchronous_commit', 'full_page_writes'] as const;

await runBench(
  'Server: power cuts',
  async (bench) => {
    const { say, check, size, option } = bench;
    const seeds = option('seeds')?.split(',').map(Number) ?? [1];
    await checkPostgres(bench);
    for (const seed of seeds) {
      const random = seededRandom(seed);
      const cuts = Math.ceil(size(50, 5) / seeds.length);
      say(`embedded, seed ${seed}: ${cuts} power cuts`);
      const synced = await cutPower({ cuts, random, syncing: true });
      const over = `embedded, seed ${seed}: ${cuts} power cuts`;
      check('scans answered', { over, measured: synced.answered, target: { atLeast: 10 * cuts } });
      check('answered scans missing', { over, measured: synced.lost, target: { is: 0 } });
      const unsynced = await cutPower({ cuts: 2, random, syncing: false });
      const without = `embedded, seed ${seed}: 2 power cuts without syncing`;
      check('answered scans missing', { over: without, measured: unsynced.lost, target: { moreThan: 0 } });
    }
  },
  { options: ['seeds'] },
);

/** A power cut cannot be played to a PostgreSQL server; these settings are what it needs to keep what it has committed. */
async function checkPostgres({ check }: Bench): Promise<void> {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) throw new Error('TEST_DATABASE_URL must name a PostgreSQL server; pnpm chaos:power starts one.');
  for (const setting of SETTINGS) {
    const isOn = (await readSetting(url, setting)) === 'on';
    check(`${setting} is on`, {
      over: "the API's connections to PostgreSQL",
      measured: Number(isOn),
      target: { is: 1 },
    });
  }
  const loose = new URL(url);
  loose.searchParams.set('options', '-c synchronous_commit=off');
  const isFound = (await readSetting(loose.href, 'synchronous_commit')) === 'off';
  check('synchronous_commit off is found', {
    over: 'a connection that asks for it',
    measured: Number(isFound),
    target: { is: 1 },
  });
}

async function readSetting(url: string, name: (typeof SETTINGS)[number]): Promise<string | undefined> {
  const db = openPostgres({ url, maxConnections: 1, onIdleError: () => {} });
  const { rows } = await sql<{ value: string }>`select current_setting(${name}) as value`.execute(db);
  await db.destroy();
  return rows[0]?.value;
}
