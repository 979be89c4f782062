import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { happenedAt } from './happened-at.ts';

const NOW = Date.UTC(2026, 10, 21, 9, 0, 0);
const iso = (at: number) => new Date(at).toISOString();

describe('when a claim happened', () => {
  test('is the claimed time, corrected by the measured offset', () => {
    expect(happenedAt({ claimed_at: iso(NOW) })).toBe(NOW);
    expect(happenedAt({ claimed_at: iso(NOW), clock_offset_ms: 2_000 })).toBe(NOW + 2_000);
  });

  test('a clock that was set back reaches no time before it was compared with the server’s', () => {
    const checked = { clock_offset_ms: 2_000, clock_checked_at: iso(NOW) };
    expect(happenedAt({ claimed_at: iso(NOW), ...checked })).toBe(NOW + 2_000);
    expect(happenedAt({ claimed_at: iso(NOW - 3_600_000), ...checked })).toBe(NOW);
  });

  test('is never after the arrival, and never before the clocks were compared unless that is after it too', () => {
    const time = fc.integer({ min: NOW - 86_400_000, max: NOW + 86_400_000 });
    const claim = fc.record(
      { claimed_at: time.map(iso), clock_offset_ms: fc.integer(), clock_checked_at: time.map(iso) },
      { requiredKeys: ['claimed_at'] },
    );
    fc.assert(
      fc.property(claim, time, (claimed, receivedAt) => {
        const at = happenedAt(claimed, { receivedAt });
        expect(at).toBeLessThanOrEqual(receivedAt);
        const checkedAt = claimed.clock_checked_at === undefined ? 0 : Date.parse(claimed.clock_checked_at);
        expect(at).toBeGreaterThanOrEqual(Math.min(receivedAt, checkedAt));
        expect(at).toBe(Math.min(receivedAt, happenedAt(claimed)));
      }),
    );
  });
});
