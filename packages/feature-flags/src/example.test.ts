import { expect, test, vi } from 'vitest';

test('the example of the README prints the flags of the app with their values', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  await import('../example.ts');
  expect(log.mock.calls).toEqual([[true], ['COUNT_BINS', true, false], ['PRINT_LABELS', true, true]]);
});
