import { expect, test, vi } from 'vitest';
import { createFakeClock } from '../testing/index.ts';
import { withDeadline } from './with-deadline.ts';

/** A write of five seconds at most, that begins and ends when the test says. */
function setUp() {
  const clock = createFakeClock();
  const log = vi.fn();
  const transaction = { abort: vi.fn() };
  const end = Promise.withResolvers<string>();
  let begin = () => {};
  const written = withDeadline({ clock, deadlineMs: 5_000, log }, (onBegin) => {
    begin = () => onBegin(transaction as never);
    return end.promise;
  });
  return { clock, log, abort: transaction.abort, begin: () => begin(), end, written };
}

test('a write is aborted at its deadline, and the slow storage is told once', async () => {
  const { clock, log, abort, begin, end, written } = setUp();
  begin();
  clock.advance(4_999);
  expect([abort.mock.calls, log.mock.calls]).toEqual([[], []]);
  clock.advance(1);
  expect(abort).toHaveBeenCalledTimes(1);
  expect(log.mock.calls).toEqual([[{ name: 'ledger-storage-slow', level: 'warn', properties: { deadlineMs: 5_000 } }]]);
  end.reject(new DOMException('transaction aborted', 'AbortError'));
  await expect(written).rejects.toMatchObject({ name: 'AbortError' });
});

test('a write that begins only after its deadline is aborted as it begins', async () => {
  const { clock, abort, begin, end, written } = setUp();
  clock.advance(5_000);
  expect(abort).not.toHaveBeenCalled();
  begin();
  expect(abort).toHaveBeenCalledTimes(1);
  end.reject(new DOMException('transaction aborted', 'AbortError'));
  await expect(written).rejects.toMatchObject({ name: 'AbortError' });
});

test('a write that was committed in time is not aborted later, and counts', async () => {
  const { clock, log, abort, begin, end, written } = setUp();
  begin();
  end.resolve('saved');
  expect(await written).toBe('saved');
  clock.advance(60_000);
  expect([abort.mock.calls, log.mock.calls]).toEqual([[], []]);
});

test('a write that failed before its deadline is not told as slow later', async () => {
  const { clock, log, end, written } = setUp();
  end.reject(new Error('no room'));
  await expect(written).rejects.toThrow('no room');
  clock.advance(60_000);
  expect(log).not.toHaveBeenCalled();
});
