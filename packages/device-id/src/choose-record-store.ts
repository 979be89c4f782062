import { createIndexedDbIdentityRecordStore, type IdentityRecordStore } from './identity-record.ts';
import { createMemoryIdentityRecordStore } from './memory-identity-record.ts';

/** IndexedDB, or memory where a browser has none or throws at the access. */
export function chooseRecordStore(given: IDBFactory | undefined): IdentityRecordStore {
  try {
    const factory = given ?? globalThis.indexedDB;
    return factory ? createIndexedDbIdentityRecordStore(factory) : createMemoryIdentityRecordStore();
  } catch {
    return createMemoryIdentityRecordStore();
  }
}
