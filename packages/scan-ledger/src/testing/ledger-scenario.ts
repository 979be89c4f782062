import type { World } from './create-world.ts';

/** One guarantee of the ledger and its check. */
export interface LedgerScenario {
  readonly title: string;
  /** Rejects where the guarantee does not hold. */
  readonly run: (world: World) => Promise<void>;
}
