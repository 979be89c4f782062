import { expect, test, vi } from 'vitest';

test('the example of the README ticks, vibrates and plays a refusal', async () => {
  const start = vi.spyOn(OscillatorNode.prototype, 'start');
  const vibrate = vi.spyOn(navigator, 'vibrate').mockReturnValue(true);
  await import('../example.ts');
  expect(start).toHaveBeenCalledTimes(2);
  expect(vibrate.mock.calls).toEqual([[30]]);
});
