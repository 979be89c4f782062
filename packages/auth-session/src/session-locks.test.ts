import { describe, expect, test } from 'vitest';
import { withSessionLock } from './session-lock.ts';
import { createFakeClock, createMemoryLocks, sessionLocksContract } from './testing/index.ts';

describe('locks in memory', () => {
  for (const { title, run } of sessionLocksContract({ createLocks: createMemoryLocks })) test(title, run);
});

describe("Node's Web Locks", () => {
  for (const { title, run } of sessionLocksContract({ createLocks: () => navigator.locks })) test(title, run);
});

test('tabs of every build ask for the lock by the same name', async () => {
  const names: string[] = [];
  const request = <T>(name: string, _options: unknown, callback: () => Promise<T>) => {
    names.push(name);
    return callback();
  };
  await withSessionLock({ request }, createFakeClock(), async () => {});
  expect(names).toEqual(['scantix-auth-session']);
});
