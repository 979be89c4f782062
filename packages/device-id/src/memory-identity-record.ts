import type { IdentityRecord, IdentityRecordStore } from './identity-record.ts';

/** Keeps the record for the life of the page: where there is no IndexedDB, and for tests. */
export function createMemoryIdentityRecordStore(): IdentityRecordStore {
  let record: IdentityRecord | null = null;
  return {
    read: async () => record,
    async write(next) {
      record = next;
    },
    async clear() {
      record = null;
    },
  };
}
