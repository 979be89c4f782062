import { IDBFactory } from 'fake-indexeddb';
import { describe, expect, test } from 'vitest';
import { createIndexedDbIdentityRecordStore } from './identity-record.ts';
import { createMemoryIdentityRecordStore } from './memory-identity-record.ts';
import { identityRecordStoreContract, type RecordStoreHarness } from './testing/index.ts';

const HARNESSES: Record<string, RecordStoreHarness> = {
  memory: {
    createStorage() {
      const store = createMemoryIdentityRecordStore();
      return () => store;
    },
  },
  'fake-indexeddb': {
    createStorage() {
      const factory = new IDBFactory();
      return () => createIndexedDbIdentityRecordStore(factory);
    },
  },
};

describe.each(Object.entries(HARNESSES))('The identity record in %s', (_name, harness) => {
  for (const { title, run } of identityRecordStoreContract(harness)) test(title, run);
});

test('a record that is not one is no record', async () => {
  const store = createIndexedDbIdentityRecordStore(new IDBFactory());
  await store.write({ deviceId: 7 } as never);
  expect(await store.read()).toBeNull();
});

test('a store that fails reads as empty and throws nothing', async () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  const store = createIndexedDbIdentityRecordStore({ open: refuse } as unknown as IDBFactory);
  await store.write({ deviceId: 'a.1', createdAt: 1, metadata: null });
  await store.clear();
  expect(await store.read()).toBeNull();
});
