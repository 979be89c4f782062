/** Every way a scan counts. `repeat` is a second scan of one visit, `looked` a check. */
export const TALLIES = ['admitted', 'left', 'repeat', 'looked', 'refused', 'undecided', 'undone'] as const;

/** How a scan counts in the totals of the log. */
export type Tally = (typeof TALLIES)[number];
