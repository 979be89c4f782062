import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { withSessionLock } from './session-lock.ts';
import { createFakeClock, createMemoryLocks, sessionLocksContract } from './testing/index.ts';

describe('locks in memory', () => {
  for (const { title, run } of sessionLocksContract({ createLocks: createMemoryLocks })) test(title, run);
});

test('locks in memory keep nothing of the tasks that have ended', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const locks = createMemoryLocks();
  const results: WeakRef<object>[] = [];
  for (let task = 0; task < 5; task += 1) {
    results.push(new WeakRef(await locks.request('refresh', {}, async () => ({ task }))));
  }
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  expect(results.filter((result) => result.deref())).toEqual([]);
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
