import { expect, test, vi } from 'vitest';

test('the example of the README counts in German and writes a German date', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  await import('../example.ts');
  expect(log.mock.calls).toEqual([['2 Scans warten'], ['21.11.26, 14:05']]);
});
