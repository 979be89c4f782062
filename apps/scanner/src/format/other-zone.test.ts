import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inZone, otherZone } from './other-zone.ts';

beforeEach(() => void vi.stubEnv('TZ', 'Europe/Berlin'));
afterEach(() => void vi.unstubAllEnvs());

test.each([
  ['another zone', 'America/New_York', 'America/New_York'],
  ["the device's", 'Europe/Berlin', undefined],
  ['a zone that this browser does not know', 'Mars/Olympus', undefined],
  ['none', undefined, undefined],
])('%s', (_what, venue, zone) => {
  expect(otherZone(venue)).toBe(zone);
});

test('words say whose time it is only where it is not the device’s', () => {
  expect(`Today${inZone('America/New_York')}`).toBe('Today · America/New York');
  expect(`Today${inZone(undefined)}`).toBe('Today');
});
