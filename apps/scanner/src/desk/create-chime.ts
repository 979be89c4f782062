import type { Outcome } from '@scantix/api-contract';

/** The first is what must be heard. */
const GRAVEST_FIRST: readonly Outcome[] = ['refused', 'undecided', 'attention', 'accepted'];

export interface ChimeOptions {
  readonly play: (outcome: Outcome) => void;
  /** How long verdicts are gathered after the first, in milliseconds. @default 150 */
  readonly gatherMs?: number;
}

/** One sound for verdicts that come together, as those of one frame do: the gravest of them. */
export function createChime({ play, gatherMs = 150 }: ChimeOptions): (outcome: Outcome) => void {
  let gathered: Outcome[] = [];
  return (outcome) => {
    gathered.push(outcome);
    if (gathered.length > 1) return;
    setTimeout(() => {
      const gravest = GRAVEST_FIRST.find((grave) => gathered.includes(grave));
      gathered = [];
      if (gravest) play(gravest);
    }, gatherMs);
  };
}
