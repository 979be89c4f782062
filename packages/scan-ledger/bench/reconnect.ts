import { temporaryFolder } from '../../../scripts/bench/browser.ts';
import { createDatabase } from '../../../scripts/bench/database.ts';
import { runBench } from '../../../scripts/bench/run-bench.ts';
import { type Crowd, measureReconnect } from './reconnect/measure-reconnect.ts';

await runBench(
  'Reconnecting',
  async (bench) => {
    const { short } = bench;
    const calmS = short ? 2 : 10;
    const onPostgres = async (crowd: Pick<Crowd, 'devices' | 'tickets' | 'withinS'>) => {
      const database = await createDatabase();
      const environment = { DATABASE_URL: database.url, AUTH_SECRET: 'one secret that all processes sign with' };
      await measureReconnect(bench, environment, { ...crowd, calmS, database: 'PostgreSQL', targets: !short });
      await database.drop();
    };
    const embedded = { database: 'embedded', calmS, targets: false };
    if (short) {
      await onPostgres({ devices: 4, tickets: 6_000, withinS: 10 });
      return;
    }
    await onPostgres({ devices: 30, tickets: 50_000, withinS: 30 });
    if (bench.option('only') !== 'small') {
      await onPostgres({ devices: 100, tickets: 250_000, withinS: 180 });
      await measureReconnect(
        bench,
        { DATA_DIR: temporaryFolder() },
        { ...embedded, devices: 30, tickets: 50_000, withinS: 60 },
      );
    }
  },
  { options: ['only'] },
);
