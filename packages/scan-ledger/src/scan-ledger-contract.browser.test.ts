import { test } from 'vitest';
import type { Clock } from './clock.ts';
import { createIndexedDbScanStore } from './store/create-indexed-db-scan-store.ts';
import { scanLedgerContract } from './testing/index.ts';

const createStorage = () => {
  const databaseName = `contract-${crypto.randomUUID()}`;
  return (clock: Clock) => createIndexedDbScanStore({ indexedDB, clock, databaseName, deadlineMs: 5_000 });
};

for (const { title, run } of scanLedgerContract({ createStorage })) test(title, run);
