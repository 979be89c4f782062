import { describe, test } from 'vitest';
import { createMemoryLocks, sessionLocksContract } from './testing/index.ts';

describe('locks in memory', () => {
  for (const { title, run } of sessionLocksContract({ createLocks: createMemoryLocks })) test(title, run);
});

describe("Node's Web Locks", () => {
  for (const { title, run } of sessionLocksContract({ createLocks: () => navigator.locks })) test(title, run);
});
