import { runBench } from '../../../scripts/bench/run-bench.ts';
import { createWorld } from './chaos/create-world.ts';
import { killBrowsersAndProcesses } from './chaos/kill-stage.ts';
import { plantBug } from './chaos/planted-bug-stage.ts';
import { ticketsFor } from './chaos/presented-codes.ts';

const DEVICES = ['gate-1', 'gate-2', 'gate-3'] as const;
const DEVICE_WITH_BUG = 'gate-with-a-bug';

await runBench('Ledger: chaos', async (bench) => {
  const scans = bench.size(1_000, 60);
  const tickets = ticketsFor(DEVICES, scans);
  const world = await createWorld({ devices: [...DEVICES, DEVICE_WITH_BUG], tickets });
  await killBrowsersAndProcesses(bench, world, { devices: DEVICES, scans });
  await plantBug(bench, world, DEVICE_WITH_BUG);
  await world.close();
});
