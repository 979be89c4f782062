import { runBench } from '../../../scripts/bench/run-bench.ts';
import { replaceTickets } from './domain.ts';
import { createSpeedSetup } from './speed/create-speed-setup.ts';
import { measureDrain } from './speed/drain.ts';
import { measureRecord } from './speed/record.ts';
import { measureTickets } from './speed/tickets.ts';
import { measureVerdict } from './speed/verdict.ts';

await runBench('Ledger: speed', async (bench) => {
  const setup = await createSpeedSetup();
  await measureRecord(bench, setup);
  await measureVerdict(bench, setup);
  await measureDrain(bench, setup);
  await replaceTickets(setup.database, []);
  await measureTickets(bench, setup);
  await setup.close();
});
