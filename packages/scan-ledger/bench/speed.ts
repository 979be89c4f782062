import { runBench } from '../../../scripts/bench/run-bench.ts';
import { replaceTickets } from './domain.ts';
import { createSpeedSetup } from './speed/create-speed-setup.ts';
import { measureDeviceVerdict } from './speed/device-verdict.ts';
import { measureDrain } from './speed/drain.ts';
import { measureRecord } from './speed/record.ts';
import { measureTickets } from './speed/tickets.ts';

await runBench('Ledger: speed', async (bench) => {
  const setup = await createSpeedSetup();
  await measureRecord(bench, setup);
  await measureDeviceVerdict(bench, setup);
  await measureDrain(bench, setup);
  await replaceTickets(setup.database, []);
  await measureTickets(bench, setup);
  await setup.close();
});
