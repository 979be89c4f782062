import { runBench } from '../../../scripts/bench/run-bench.ts';
import { replaceTickets } from './domain.ts';
import { createPlace } from './speed/create-place.ts';
import { measureDeviceVerdict } from './speed/device-verdict.ts';
import { measureDrain } from './speed/drain.ts';
import { measureRecord } from './speed/record.ts';
import { measureSnapshot } from './speed/snapshot.ts';

await runBench('Ledger: speed', async (bench) => {
  const place = await createPlace();
  await measureRecord(bench, place);
  await measureDeviceVerdict(bench, place);
  await measureDrain(bench, place);
  await replaceTickets(place.database, []);
  await measureSnapshot(bench, place);
  await place.close();
});
