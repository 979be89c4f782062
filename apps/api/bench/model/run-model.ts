import type { WorldOptions } from '@scantix/scan-ledger/testing';
import * as fc from 'fast-check';
import { commands } from './commands.ts';
import type { ModelApi } from './model-api.ts';
import { createModel, createSystem, downloadTickets, openTab } from './system.ts';

/** Options of runModel. */
export interface RunModelOptions {
  readonly runs: number;
  readonly seed: number;
  /** Replaces the storage of a device. @default the ledger's own, over IndexedDB */
  readonly storage?: () => WorldOptions;
  /** Rejects with the first disagreement, not with the shortest one. @default false */
  readonly first?: boolean;
}

/** Tries random orders of commands. Rejects with the shortest one on which ledger, API and model disagree. */
export async function runModel(
  api: ModelApi,
  { runs: numRuns, seed, storage = () => ({}), first: endOnFailure = false }: RunModelOptions,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(commands, async (cmds) => {
      const [model, system] = [createModel(), await createSystem(api, storage())];
      try {
        await openTab(system);
        model.tabs = 1;
        downloadTickets(model);
        await fc.asyncModelRun(() => ({ model, real: system }), cmds);
      } finally {
        await system.world.close();
      }
    }),
    { numRuns, seed, endOnFailure },
  );
}
