import 'fake-indexeddb/auto';
import { describe, test } from 'vitest';
import { createIndexedDbScanStore } from './store/create-indexed-db-scan-store.ts';
import { createMemoryScanStore, scanLedgerContract } from './testing/index.ts';

let made = 0;

describe('over memory', () => {
  const createStorage = () => {
    const store = createMemoryScanStore();
    return () => store;
  };
  for (const { title, run } of scanLedgerContract({ createStorage })) test(title, run);
});

describe('over IndexedDB (fake-indexeddb)', () => {
  const createStorage = () => {
    made += 1;
    const databaseName = `contract-${made}`;
    return (clock: Parameters<typeof createIndexedDbScanStore>[0]['clock']) =>
      createIndexedDbScanStore({ indexedDB, clock, databaseName, deadlineMs: 5_000 });
  };
  for (const { title, run } of scanLedgerContract({ createStorage })) test(title, run);
});
