import type { IdentityRecord, IdentityRecordStore } from './identity-record.ts';

/** Stores the record until the page closes: for tests, and where there is no IndexedDB. */
export function createMemoryIdentityRecordStore(): IdentityRecordStore {
  let record: IdentityRecord | null = null;
  return {
    read: async () => record,
    async write(next, isKept) {
      if (!record || !isKept?.(record)) record = next;
      return record;
    },
    async clear() {
      record = null;
    },
  };
}
