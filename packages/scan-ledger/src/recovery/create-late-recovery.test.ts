import { afterAll, expect, test, vi } from 'vitest';
import { createMemoryNote } from '../testing/create-memory-note.ts';
import { read } from '../testing/create-world.ts';
import { createFakeScanLedger } from '../testing/index.ts';

const failures = vi.hoisted(() => {
  vi.resetModules();
  return { left: 0 };
});
afterAll(() => void vi.resetModules());
vi.mock('./create-recovery.ts', async (load) => {
  const actual = await load<typeof import('./create-recovery.ts')>();
  return {
    get createRecovery() {
      failures.left -= 1;
      if (failures.left >= 0) throw new TypeError('Failed to fetch dynamically imported module');
      return actual.createRecovery;
    },
  };
});

test('where it cannot be loaded at the start, the next answer loads it, and what waits is noted', async () => {
  failures.left = 1;
  const storage = createMemoryNote();
  const log = vi.fn();
  const { ledger, server } = createFakeScanLedger({ storage, databaseName: 'late', log });
  await ledger.start();
  expect(log.mock.calls).toMatchObject([[{ name: 'ledger-recovery-not-loaded' }]]);
  await ledger.decide((await ledger.record(read('A'))).scan.id);
  server.setReachable(false);
  await ledger.record(read('B'));
  const note = () => JSON.parse(storage().getItem('late-waiting') ?? 'null');
  await vi.waitFor(() => expect(note()).toMatchObject({ waiting: { demo: { count: 1 } } }));
  await ledger.stop();
});
