import { runBench } from '../../../scripts/bench/run-bench.ts';
import { measureGate } from './scanning/measure-gate.ts';
import { measureStream } from './scanning/measure-stream.ts';
import { measureTapToLive } from './scanning/measure-tap-to-live.ts';
import { measureVitals } from './scanning/measure-vitals.ts';
import { openHarness } from './scanning/open-harness.ts';

await runBench('Scanner: scanning', async (bench) => {
  const harness = await openHarness();
  await measureGate(bench, harness);
  await measureTapToLive(bench, harness);
  await measureVitals(bench, harness);
  await harness.close();
  const advanced = await openHarness({ APP_CONFIG: '{"FEATURE_FLAGS":{"ENABLE_ADVANCED_SCANNING":true}}' });
  await measureStream(bench, advanced);
  await advanced.close();
});
