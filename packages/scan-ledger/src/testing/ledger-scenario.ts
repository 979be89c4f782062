import type { World } from './create-world.ts';

/** One sentence of the specification and its check. */
export interface LedgerScenario {
  readonly title: string;
  /** Rejects where the sentence does not hold. */
  readonly run: (world: World) => Promise<void>;
}
