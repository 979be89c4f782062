import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

test('the example of the README ticks, vibrates and plays a refusal', async () => {
  const start = vi.spyOn(OscillatorNode.prototype, 'start');
  const vibrate = vi.spyOn(navigator, 'vibrate').mockReturnValue(true);
  await userEvent.click(document.body);
  // A busy machine starts its audio late.
  vi.spyOn(performance, 'now').mockReturnValue(0);
  await import('../example.ts');
  await vi.waitFor(() => expect(start).toHaveBeenCalledTimes(2));
  expect(vibrate.mock.calls).toEqual([[30]]);
});
