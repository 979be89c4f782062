/** Small facts about this device and its server, beside the scans. Each method is safe beside other tabs. */
export interface FactsStore {
  /** Returns the fact, `undefined` where there is none. @throws LedgerError */
  read(key: string): Promise<unknown>;
  /**
   * Replaces the fact by what `change` makes of the stored one, in one transaction. `undefined` leaves it as it is.
   * Returns the fact that is stored then.
   * @throws LedgerError
   */
  change(key: string, change: (known: unknown) => unknown): Promise<unknown>;
  close(): void;
}
