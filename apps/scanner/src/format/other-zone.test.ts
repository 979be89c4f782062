import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inZone, otherZone } from './other-zone.ts';

beforeEach(() => void vi.stubEnv('TZ', 'Europe/Berlin'));
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test.each([
  ['another zone', 'America/New_York', 'America/New_York'],
  ["the device's", 'Europe/Berlin', undefined],
  ['a zone that this browser does not know', 'Mars/Olympus', undefined],
  ['none', undefined, undefined],
])('%s', (_what, venue, zone) => {
  expect(otherZone(venue)).toBe(zone);
});

test('each row of a list asks for it, and no format is created for that', () => {
  otherZone('Asia/Kolkata');
  const created = vi.spyOn(Intl, 'DateTimeFormat');
  for (let row = 0; row < 30; row++) expect(otherZone('Asia/Kolkata')).toBe('Asia/Kolkata');
  expect(created).not.toHaveBeenCalled();
});

test('a device that moves to the zone of the venue has no other one any more', () => {
  expect(otherZone('America/New_York')).toBe('America/New_York');
  vi.stubEnv('TZ', 'America/New_York');
  expect(otherZone('America/New_York')).toBeUndefined();
});

test('words say whose time it is only where it is not the device’s', () => {
  expect(`Today${inZone('America/New_York')}`).toBe('Today · America/New York');
  expect(`Today${inZone(undefined)}`).toBe('Today');
});
