import { describeStorageChanges } from './storage-change.suite.ts';

describeStorageChanges(() => `change-${crypto.randomUUID()}`);
