import { expect, test, vi } from 'vitest';
import { createFakeClock } from '../testing/fake-clock.ts';
import { createSharedResults, SHARED_FOR_MS } from './share-results.ts';

test('whoever asks for the same within two seconds shares one computation', async () => {
  const clock = createFakeClock();
  const { share } = createSharedResults({ clock });
  const compute = vi.fn(async () => compute.mock.calls.length);
  expect(await Promise.all([share('north', compute), share('north', compute)])).toEqual([1, 1]);
  clock.advance(SHARED_FOR_MS - 1);
  expect(await share('north', compute)).toBe(1);
  expect(await share('south', compute)).toBe(2);
  clock.advance(1);
  expect(await share('north', compute)).toBe(3);
});

test('a computation that takes longer is not begun a second time', async () => {
  const clock = createFakeClock();
  const { share } = createSharedResults({ clock });
  const slow = Promise.withResolvers<string>();
  const first = share('north', () => slow.promise);
  clock.advance(60_000);
  const second = share('north', async () => 'again');
  slow.resolve('once');
  expect(await Promise.all([first, second])).toEqual(['once', 'once']);
});

test('a failure is shared by those who waited for it, and by nobody after', async () => {
  const { share } = createSharedResults({ clock: createFakeClock() });
  const fail = async () => Promise.reject(new Error('too slow'));
  const asked = [share('north', fail), share('north', fail)];
  for (const one of asked) await expect(one).rejects.toThrow('too slow');
  expect(await share('north', async () => 'fine')).toBe('fine');
});
