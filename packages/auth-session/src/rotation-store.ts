import type { RotationRecord } from './rotation-record.ts';

/** Where the rotation record is stored. Every operation is atomic among all tabs. */
export interface RotationStore {
  /** Resolves to null where there is no record. */
  read(): Promise<RotationRecord | null>;
  /**
   * Writes what `next` returns for the record, unless that is no longer in the state `expected`; resolves with whether it
   * was written.
   */
  replace(expected: RotationRecord | null, next: (record: RotationRecord | null) => RotationRecord): Promise<boolean>;
  /** Writes what `change` returns for the record, whatever its state. Null removes it. */
  update(change: (record: RotationRecord | null) => RotationRecord | null): Promise<void>;
}

/** Whether two reads saw the same state of the record. */
export function isSameRotation(left: RotationRecord | null, right: RotationRecord | null): boolean {
  if (left === null || right === null) return left === right;
  return left.currentHash === right.currentHash && left.replaced.length === right.replaced.length;
}

/** Stores the record in memory: for tests, and where a browser has no IndexedDB. */
export function createMemoryRotationStore(): RotationStore {
  let record: RotationRecord | null = null;
  return {
    read: async () => record,
    async replace(expected, next) {
      if (!isSameRotation(record, expected)) return false;
      record = next(record);
      return true;
    },
    async update(change) {
      record = change(record);
    },
  };
}
