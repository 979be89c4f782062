import { expect, test, vi } from 'vitest';

test('the example of the README prints the flag that is on', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  await import('../example.ts');
  expect(log.mock.calls).toEqual([
    [true],
    ['ENABLE_DEBUG_MODE', false, 'Lets debug logs through and shows the log history in settings.'],
  ]);
});
