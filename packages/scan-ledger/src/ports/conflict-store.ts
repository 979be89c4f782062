import type { LedgerConflict } from '../model/ledger-conflict.ts';

/** The conflicts that nobody has acknowledged. Each method throws LedgerError where the storage fails. */
export interface ConflictStore {
  /**
   * Saves open conflicts.
   * @param options `now`, `since`: epoch milliseconds. With `since`, conflicts saved before then, or under a clock that was
   * ahead of `now`, and missing from `conflicts` are deleted; with `from`, only those whose id is not below it.
   */
  putConflicts(
    domain: string,
    conflicts: readonly LedgerConflict[],
    options: { now: number; since?: number; from?: string | undefined },
  ): Promise<void>;
  /** Resolves to the open conflicts of the domain. */
  listConflicts(domain: string): Promise<LedgerConflict[]>;
  /** Does nothing if there is no such conflict. */
  removeConflict(id: string): Promise<void>;
}
