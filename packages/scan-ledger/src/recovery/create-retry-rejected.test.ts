import { expect, test, vi } from 'vitest';
import { createRetryRejected } from './create-retry-rejected.ts';

test('a quarantine that could not be read is looked through again with the next answer', async () => {
  const retryRejected = vi.fn(async () => ['a']);
  retryRejected.mockRejectedValueOnce(new DOMException('no room', 'QuotaExceededError'));
  const onReturned = vi.fn();
  const retry = createRetryRejected({ store: { retryRejected }, onReturned, log: vi.fn() });
  await retry.answered('north', 'app-2/server-1');
  expect(onReturned).not.toHaveBeenCalled();
  await retry.answered('north', 'app-2/server-1');
  expect(onReturned.mock.calls).toEqual([[['a']]]);
});
