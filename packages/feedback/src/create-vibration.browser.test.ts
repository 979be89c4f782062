import { expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { createVibration, scanVibrations } from './index.ts';

test('the motor is left alone until someone has used the page', async () => {
  const vibrate = vi.spyOn(navigator, 'vibrate').mockReturnValue(true);
  const vibration = createVibration({ patterns: scanVibrations });
  vibration.play('tick');
  expect(vibrate).not.toHaveBeenCalled();
  await userEvent.click(document.body);
  vibration.play('tick');
  expect(vibrate.mock.calls).toEqual([[scanVibrations.tick]]);
});
