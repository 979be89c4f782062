import { expect, test } from 'vitest';
import { withBefore } from './timeline-card.tsx';

const points = (from: string, count: number) =>
  Array.from({ length: count }, (_, hour) => ({
    at: new Date(Date.parse(from) + hour * 3_600_000).toISOString(),
    ...{ scans: hour, admitted: hour, refused: 0 },
  }));

test.each([
  ['the day on which the clocks change', '2026-10-24T22:00:00Z', '2026-10-23T22:00:00Z', 24],
  ['the day after', '2026-10-25T23:00:00Z', '2026-10-24T22:00:00Z', 25],
])('yesterday stands at the same time of day: %s', (_which, today, yesterday, hours) => {
  const timeline = points(today, 11);
  const before = points(yesterday, hours);
  const compared = withBefore({ period: 'today', timeline, before, timeZone: 'Europe/Berlin' });
  const isNine = ({ at }: { at: string }) =>
    new Date(at).toLocaleTimeString('en-GB', { timeZone: 'Europe/Berlin' }).startsWith('09');
  expect(compared.find(isNine)?.before).toBe(before.find(isNine)?.admitted);
});
