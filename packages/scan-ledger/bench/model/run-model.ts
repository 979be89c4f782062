import * as fc from 'fast-check';
import type { WorldOptions } from '../../src/testing/create-world.ts';
import { commands } from './commands.ts';
import { createModel, createSystem, memoryStorage, openTab, takeTickets } from './system.ts';

/** Tries so many orders of events. Rejects with the shortest one on which ledger and model disagree. */
export async function runModel(runs: number, storage: () => WorldOptions = memoryStorage): Promise<void> {
  await fc.assert(
    fc.asyncProperty(commands, async (cmds) => {
      const [model, system] = [createModel(), createSystem(storage())];
      try {
        await openTab(system);
        model.tabs = 1;
        takeTickets(model);
        await fc.asyncModelRun(() => ({ model, real: system }), cmds);
      } finally {
        await system.world.close();
      }
    }),
    { numRuns: runs },
  );
}
