import { runBench } from '../../../scripts/bench/run-bench.ts';
import { createPlace } from './speed/create-place.ts';
import { measureDrain } from './speed/drain.ts';
import { measureRecord } from './speed/record.ts';

await runBench('Ledger: speed', async (bench) => {
  const place = await createPlace();
  await measureRecord(bench, place);
  await measureDrain(bench, place);
  await place.close();
});
