import { temporaryFolder } from '../../../scripts/bench/browser.ts';
import { createDatabase } from '../../../scripts/bench/database.ts';
import { type Bench, runBench } from '../../../scripts/bench/run-bench.ts';
import { type Crowd, measureReconnect } from './reconnect/measure-reconnect.ts';

const CALM_S = 10;
const SHORT = { devices: 4, tickets: 6_000, withinS: 10, calmS: 2, targets: false };
const CROWDS: Readonly<Record<string, (bench: Bench) => Promise<void>>> = {
  small: (bench) => onPostgres(bench, { devices: 30, tickets: 50_000, withinS: 30, calmS: CALM_S, targets: true }),
  large: (bench) => onPostgres(bench, { devices: 100, tickets: 250_000, withinS: 180, calmS: CALM_S, targets: true }),
  embedded: (bench) => {
    const crowd = { devices: 30, tickets: 50_000, withinS: 60, calmS: CALM_S, targets: false };
    return measureReconnect(bench, { DATA_DIR: temporaryFolder() }, { ...crowd, database: 'embedded' });
  },
};

async function onPostgres(bench: Bench, crowd: Omit<Crowd, 'database'>): Promise<void> {
  const database = await createDatabase();
  const environment = { DATABASE_URL: database.url, AUTH_SECRET: 'one secret that all processes sign with' };
  await measureReconnect(bench, environment, { ...crowd, database: 'PostgreSQL' });
  await database.drop();
}

await runBench(
  'Reconnecting',
  async (bench) => {
    if (bench.short) return onPostgres(bench, SHORT);
    const only = bench.option('only');
    for (const [name, run] of Object.entries(CROWDS)) if (only === undefined || only === name) await run(bench);
  },
  { options: ['only'] },
);
