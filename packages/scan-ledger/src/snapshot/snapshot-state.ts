/** The tickets on this device, and how far they can be trusted. */
export interface SnapshotState {
  /**
   * `none`: no tickets here, and none on their way. `loading`: the first download runs or was interrupted. `ready`:
   * whole and young. `stale`: whole, and old enough to say so. `expired`: too old to decide from. `failed`: no whole
   * set of tickets here, and the last try to get one failed.
   */
  readonly status: 'none' | 'loading' | 'ready' | 'stale' | 'expired' | 'failed';
  /** Tickets held: of the whole set, or so far of the one that is loading. */
  readonly count: number;
  /** How many there will be, while loading. */
  readonly expectedCount: number | null;
  /** When the server read them: ISO 8601, UTC. */
  readonly generatedAt: string | null;
  /** When this device had them whole: epoch milliseconds. */
  readonly receivedAt: number | null;
  /** Whether this tab is fetching now. */
  readonly updating: boolean;
  /** Why the last try failed; it may have left a whole set in place. */
  readonly problem: string | null;
}

export const NO_SNAPSHOT: SnapshotState = {
  status: 'none',
  count: 0,
  expectedCount: null,
  generatedAt: null,
  receivedAt: null,
  updating: false,
  problem: null,
};
