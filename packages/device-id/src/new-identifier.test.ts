import { expect, test, vi } from 'vitest';
import { createMemoryIdentityRecordStore } from './memory-identity-record.ts';
import { createNewIdentifier } from './new-identifier.ts';

test('what has been spent of the time limit counts, and the time in which the code loaded does not', async () => {
  const generate = vi.fn(async () => ({ deviceId: 'a.1', createdAt: 6_000, metadata: null }));
  const locked = vi.fn(async (_timeoutMs: number, work: () => Promise<unknown>) => work());
  const identifier = createNewIdentifier({
    store: { read: () => null, write() {}, clear() {} },
    records: createMemoryIdentityRecordStore(),
    generate,
    locked: locked as <T>(timeoutMs: number, work: () => Promise<T>) => Promise<T>,
    now: () => 6_000,
    timeoutMs: 2_000,
  });
  // Half a second until the paint, then four and a half until the code was there.
  await identifier.find(1_000, 500);
  expect(locked).toHaveBeenCalledExactlyOnceWith(1_500, expect.any(Function));
  expect(generate).toHaveBeenCalledExactlyOnceWith(1_500);
});
