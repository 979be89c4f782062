import { createWorld, type WorldOptions } from './create-world.ts';
import type { LedgerScenario } from './ledger-scenario.ts';
import { clerkDecisionScenarios } from './scenarios/clerk-decisions.ts';
import { clockScenarios } from './scenarios/clocks.ts';
import { conflictScenarios } from './scenarios/conflicts.ts';
import { deliveryScenarios } from './scenarios/delivery.ts';
import { gateScenarios } from './scenarios/gates.ts';
import { killScenarios } from './scenarios/kills.ts';
import { logScenarios } from './scenarios/log.ts';
import { offeringScenarios } from './scenarios/offering.ts';
import { peopleScenarios } from './scenarios/people.ts';
import { quarantineScenarios } from './scenarios/quarantine.ts';
import { recordScenarios } from './scenarios/record.ts';
import { segmentScenarios } from './scenarios/segments.ts';
import { tabScenarios } from './scenarios/tabs.ts';
import { ticketScenarios } from './scenarios/tickets.ts';
import { undoScenarios } from './scenarios/undos.ts';

export type { LedgerScenario } from './ledger-scenario.ts';

/** A kind of storage under test. */
export interface ContractHarness {
  /** Creates empty storage and returns how a tab opens it. */
  createStorage(): WorldOptions;
}

const SCENARIOS: readonly LedgerScenario[] = [
  ...recordScenarios,
  ...killScenarios,
  ...deliveryScenarios,
  ...tabScenarios,
  ...gateScenarios,
  ...peopleScenarios,
  ...ticketScenarios,
  ...segmentScenarios,
  ...clockScenarios,
  ...conflictScenarios,
  ...undoScenarios,
  ...clerkDecisionScenarios,
  ...logScenarios,
  ...offeringScenarios,
  ...quarantineScenarios,
];

/**
 * Lists the guarantees of the ledger over any storage, as named checks for any test runner. A check that
 * fails rejects.
 *
 * @example
 * for (const { title, run } of scanLedgerContract({ createStorage })) test(title, run);
 */
export function scanLedgerContract({ createStorage }: ContractHarness): { title: string; run: () => Promise<void> }[] {
  return SCENARIOS.map(({ title, run }) => ({
    title,
    async run() {
      const world = createWorld(createStorage());
      try {
        await run(world);
      } finally {
        await world.close();
      }
    },
  }));
}
