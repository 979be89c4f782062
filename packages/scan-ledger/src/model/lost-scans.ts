/** Scans that the browser deleted with their storage, before they were sent. */
export interface LostScans {
  /** How many waited when their number was last noted. */
  readonly count: number;
  /** When the first of them began to wait: ISO 8601, UTC, by this device's clock. */
  readonly since: string;
}
