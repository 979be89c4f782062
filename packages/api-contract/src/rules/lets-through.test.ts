import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SCAN_MODES } from '../scan-modes.ts';
import { OUTCOMES, REASONS } from '../verdict.ts';
import { effectOfVerdict, letsThrough } from './lets-through.ts';

describe('a verdict', () => {
  test.each([
    ['that accepts an entry lets in', 'accepted', 'ok', 'entry', 'enter'],
    ['that accepts an exit lets out', 'accepted', 'ok', 'exit', 'leave'],
    ['with a note for staff lets in', 'attention', 'needs_attention', 'entry', 'enter'],
    ['on the same visitor again lets nobody else in', 'attention', 'self_repeat', 'entry', 'none'],
    ['of a check lets nobody in', 'accepted', 'ok', 'check', 'none'],
    ['that refuses lets nobody in', 'refused', 'already_used', 'entry', 'none'],
    ['that leaves the decision open lets nobody in', 'undecided', 'server_unreachable', 'entry', 'none'],
  ] as const)('%s', (_title, outcome, reason, mode, effect) => {
    expect(effectOfVerdict({ outcome, reason, mode })).toBe(effect);
  });

  test('has an effect where it lets through, and nowhere else', () => {
    const any = { outcome: fc.constantFrom(...OUTCOMES), reason: fc.constantFrom(...REASONS) };
    fc.assert(
      fc.property(fc.record({ ...any, mode: fc.constantFrom(...SCAN_MODES) }), (judged) => {
        expect(effectOfVerdict(judged) !== 'none').toBe(letsThrough(judged));
      }),
    );
  });
});
