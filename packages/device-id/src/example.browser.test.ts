import { expect, test, vi } from 'vitest';

test('the example of the README prints what this browser is', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  await import('../example.ts');
  expect(log.mock.calls).toEqual([
    [true],
    [expect.stringMatching(/^.+ \(Chrome\)$/), `${screen.width}x${screen.height}`],
  ]);
});
