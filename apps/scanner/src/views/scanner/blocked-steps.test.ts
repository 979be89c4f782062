import { expect, test } from 'vitest';
import { blockedSteps } from './blocked-steps.ts';

test.each([
  ['iOS', 'Safari', 'Website Settings'],
  ['iOS', 'Chrome', 'Settings app'],
  ['Android', 'Chrome', 'Permissions'],
  ['Android', 'Firefox', 'Permissions'],
  ['macOS', 'Safari', 'Safari menu'],
  ['Windows', 'Firefox', 'crossed-out camera'],
  ['Windows', 'Edge', 'icon left of the address'],
  ['Unknown', 'Unknown', 'icon left of the address'],
] as const)('on %s, %s is told of its %s', (deviceOS, deviceBrowser, words) => {
  expect(blockedSteps({ deviceOS, deviceBrowser })).toContain(words);
});
