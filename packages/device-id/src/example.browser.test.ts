import { expect, test, vi } from 'vitest';

test('the example of the README prints this browser', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  await import('../example.ts');
  expect(log.mock.calls).toEqual([
    [true],
    [expect.stringMatching(/^.+ \(Chrome\)$/), `${screen.width}x${screen.height}`],
  ]);
});
