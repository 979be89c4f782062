import { runBench } from '../../../scripts/bench/run-bench.ts';
import { createWorld } from './chaos/create-world.ts';
import { killBrowsersAndProcesses } from './chaos/kill-stage.ts';
import { plantBug } from './chaos/planted-bug-stage.ts';
import { ticketsFor } from './chaos/presented-codes.ts';
import { acceptAtTwoGates, TWICE } from './chaos/two-gates-stage.ts';

const DEVICES = ['gate-1', 'gate-2', 'gate-3'] as const;
const OFFLINE_DEVICES = ['gate-4', 'gate-5'] as const;
const DEVICE_WITH_BUG = 'gate-with-a-bug';

await runBench('Ledger: chaos', async (bench) => {
  const devices = DEVICES.slice(0, bench.size(3, 2));
  const scans = bench.size(1_000, 40);
  const twice = bench.size(50, 5);
  const tickets = [...ticketsFor(devices, scans), { prefix: TWICE, count: twice, entries: 1 }];
  const world = await createWorld({ devices: [...DEVICES, ...OFFLINE_DEVICES, DEVICE_WITH_BUG], tickets });
  await killBrowsersAndProcesses(bench, world, { devices, scans });
  await acceptAtTwoGates(bench, world, { devices: OFFLINE_DEVICES, tickets: twice });
  await plantBug(bench, world, DEVICE_WITH_BUG);
  await world.close();
});
