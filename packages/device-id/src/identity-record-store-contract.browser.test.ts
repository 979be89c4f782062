import { describe, test } from 'vitest';
import { createIndexedDbIdentityRecordStore } from './identity-record.ts';
import { identityRecordStoreContract } from './testing/index.ts';

async function createStorage() {
  await new Promise<void>((resolve, reject) => {
    const request = indexedDB.deleteDatabase('scantix-device-id');
    request.onsuccess = () => resolve();
    request.onerror = () => reject(request.error);
  });
  return () => createIndexedDbIdentityRecordStore(indexedDB);
}

describe("The identity record in the browser's IndexedDB", () => {
  for (const { title, run } of identityRecordStoreContract({ createStorage })) test(title, run);
});
