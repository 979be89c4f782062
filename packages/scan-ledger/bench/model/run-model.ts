import * as fc from 'fast-check';
import type { WorldOptions } from '../../src/testing/create-world.ts';
import { commands } from './commands.ts';
import { createModel, createSystem, downloadTickets, memoryStorage, openTab } from './system.ts';

/** Tries random orders of commands. Rejects with the shortest one on which ledger and model disagree. */
export async function runModel(runs: number, storage: () => WorldOptions = memoryStorage): Promise<void> {
  await fc.assert(
    fc.asyncProperty(commands, async (cmds) => {
      const [model, system] = [createModel(), createSystem(storage())];
      try {
        await openTab(system);
        model.tabs = 1;
        downloadTickets(model);
        await fc.asyncModelRun(() => ({ model, real: system }), cmds);
      } finally {
        await system.world.close();
      }
    }),
    { numRuns: runs },
  );
}
