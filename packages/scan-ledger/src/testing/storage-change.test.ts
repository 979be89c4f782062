import 'fake-indexeddb/auto';
import { describeStorageChanges } from './storage-change.suite.ts';

let made = 0;

describeStorageChanges(() => {
  made += 1;
  return `change-${made}`;
});
