/** The tickets on this device, and whether the device can decide from them. */
export interface TicketsState {
  /**
   * `none`: no tickets, and no download. `loading`: the first download runs or was interrupted. `ready`: complete and
   * recent. `stale`: complete, and old enough to warn. `expired`: too old to decide from. `failed`: no complete set of
   * tickets, and the last download failed; or a set that this build cannot read.
   */
  readonly status: 'none' | 'loading' | 'ready' | 'stale' | 'expired' | 'failed';
  /** Number of tickets in the complete set, or so far in the one that is loading. */
  readonly count: number;
  /** Number of tickets expected while loading. */
  readonly expectedCount: number | null;
  /** When the server read the tickets: ISO 8601, UTC. */
  readonly generatedAt: string | null;
  /** When this device completed the set: epoch milliseconds. */
  readonly receivedAt: number | null;
  /** Whether this tab is downloading now. */
  readonly updating: boolean;
  /** Why the last download failed; a complete set may still be in place. */
  readonly problem: string | null;
}

/** The state of a device without tickets. */
export const NO_TICKETS: TicketsState = {
  status: 'none',
  count: 0,
  expectedCount: null,
  generatedAt: null,
  receivedAt: null,
  updating: false,
  problem: null,
};
