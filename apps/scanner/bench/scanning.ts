import { createDatabase } from '../../../scripts/bench/database.ts';
import { runBench } from '../../../scripts/bench/run-bench.ts';
import { measureGate } from './scanning/measure-gate.ts';
import { measureStream } from './scanning/measure-stream.ts';
import { measureTapToLive } from './scanning/measure-tap-to-live.ts';
import { measureVitals } from './scanning/measure-vitals.ts';
import { type Harness, openHarness } from './scanning/open-harness.ts';

const onServer = process.env.TEST_DATABASE_URL !== undefined;

/** Measures with an API of its own, on the PostgreSQL server that `TEST_DATABASE_URL` names, or on the embedded database. */
async function withHarness(environment: Record<string, string>, measure: (harness: Harness) => Promise<void>) {
  const database = onServer ? await createDatabase() : null;
  const storage = database && { DATABASE_URL: database.url, AUTH_SECRET: 'scanning-bench-secret-of-32-bytes' };
  const harness = await openHarness({ ...environment, ...storage });
  await measure(harness);
  await harness.close();
  await database?.drop();
}

await runBench(`Scanner: scanning, ${onServer ? 'PostgreSQL' : 'embedded database'}`, async (bench) => {
  await withHarness({}, async (harness) => {
    await measureGate(bench, harness);
    await measureTapToLive(bench, harness);
    await measureVitals(bench, harness);
  });
  await withHarness({ APP_CONFIG: '{"FEATURE_FLAGS":{"ENABLE_ADVANCED_SCANNING":true}}' }, (harness) =>
    measureStream(bench, harness),
  );
});
