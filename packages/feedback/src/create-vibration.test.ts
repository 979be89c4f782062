import { expect, test, vi } from 'vitest';
import { createVibration, scanVibrations } from './index.ts';

test('a vibration plays its pattern while vibration is enabled', () => {
  const vibrate = vi.fn();
  let isEnabled = true;
  const vibration = createVibration({ patterns: scanVibrations, isEnabled: () => isEnabled, vibrate });
  vibration.play('tick');
  isEnabled = false;
  vibration.play('tick');
  expect(vibrate.mock.calls).toEqual([[30]]);
});

test('a device without a motor does nothing', () => {
  expect(() => createVibration({ patterns: { alarm: [200, 100, 200] } }).play('alarm')).not.toThrow();
});
