import { runBench } from '../../../scripts/bench/run-bench.ts';
import { measureGate } from './scanning/measure-gate.ts';
import { measureTapToLive } from './scanning/measure-tap-to-live.ts';
import { measureVitals } from './scanning/measure-vitals.ts';
import { openHarness } from './scanning/open-harness.ts';

await runBench('Scanner: scanning', async (bench) => {
  const harness = await openHarness();
  await measureGate(bench, harness);
  await measureTapToLive(bench, harness);
  await measureVitals(bench, harness);
  await harness.close();
});
