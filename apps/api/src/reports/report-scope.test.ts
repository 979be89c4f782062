import { describe, expect, test } from 'vitest';
import { livePeriod } from './report-scope.ts';

const at = (ms: number) => new Date(Date.UTC(2026, 2, 29) + ms);
const scope = (from: number, to: number) => ({
  domainId: 'north',
  checkpointId: undefined,
  from: at(from),
  to: at(to),
});
const NOW = at(3_600_000).getTime();

describe('a period', () => {
  test('that ends now is the same for all who ask within two seconds', () => {
    const asked = [100, 900, 1_999].map((ms) => livePeriod(scope(ms, 3_600_000 + ms), NOW + ms));
    for (const one of asked) expect(one).toEqual(scope(0, 3_602_000));
  });

  test('that is over stays as it was asked for', () => {
    expect(livePeriod(scope(1, 3_597_999), NOW)).toEqual(scope(1, 3_597_999));
  });
});
