import { expect, test, vi } from 'vitest';
import { loadLater } from './load-later.ts';

test('methods load their object once; a load that fails is an error of the storage, and is tried again', async () => {
  const load = vi.fn(async () => ({ double: async (value: number) => value * 2 }));
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  const { methods, peek } = loadLater(load, ['double']);
  await expect(methods.double(2)).rejects.toMatchObject({ name: 'LedgerError', code: 'unavailable' });
  expect(peek()).toBe(null);
  expect(await Promise.all([methods.double(2), methods.double(3)])).toEqual([4, 6]);
  expect(load).toHaveBeenCalledTimes(2);
  expect(await peek()?.double(4)).toBe(8);
});
