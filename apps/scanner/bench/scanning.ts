import { runBench } from '../../../scripts/bench/run-bench.ts';
import { measureGate } from './scanning/measure-gate.ts';
import { measureTapToLive } from './scanning/measure-tap-to-live.ts';
import { measureVitals } from './scanning/measure-vitals.ts';
import { openPlace } from './scanning/open-place.ts';

await runBench('Scanner: scanning', async (bench) => {
  const place = await openPlace();
  await measureGate(bench, place);
  await measureTapToLive(bench, place);
  await measureVitals(bench, place);
  await place.close();
});
